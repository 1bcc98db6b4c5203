/** A screen that imports this is shown only once the texts of later screens are there. */
import { loadLaterTexts } from './texts.svelte';

await loadLaterTexts();
