import './art/palette.css';
import './art/fonts.css';
import './app.css';

import { mount } from 'svelte';

import { carrier } from './api/transport.svelte';
import App from './App.svelte';
import { settings } from './settings/settings.svelte';
import { setLanguage } from './texts/texts.svelte';

/** Only the page of a static folder names the files of a worker, as JSON. */
const files = document.querySelector<HTMLMetaElement>('meta[name="moleworks-python"]')?.content;
if (files) Object.assign(carrier, (await import('./worker/carrier')).localCarrier(JSON.parse(files)));
// The match screen loads in parallel with the texts.
if (location.hash.startsWith('#match=')) void import('./screens/Match.svelte');
await setLanguage(settings.language);
mount(App, { target: document.getElementById('app')! });
