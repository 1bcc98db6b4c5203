/** Tests hear English unless they choose otherwise. */
import { setLanguage } from './words.svelte';

if (typeof document !== 'undefined') await setLanguage('en');
