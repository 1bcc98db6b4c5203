/** Tests read English unless they choose another language. */
import { loadLaterTexts, setLanguage } from './texts.svelte';

if (typeof document !== 'undefined') {
  await setLanguage('en');
  await loadLaterTexts();
}
