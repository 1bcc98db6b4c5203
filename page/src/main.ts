import './art/palette.css';
import './art/fonts.css';
import './app.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { settings } from './settings/settings.svelte';
import { setLanguage } from './texts/texts.svelte';

// The match screen loads in parallel with the texts.
if (location.hash.startsWith('#match=')) void import('./screens/Match.svelte');
await setLanguage(settings.language);
mount(App, { target: document.getElementById('app')! });
