/** Tests read English unless they choose another language. */
import { setLanguage } from './texts.svelte';

if (typeof document !== 'undefined') await setLanguage('en');
