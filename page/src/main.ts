import './art/palette.css';
import './art/fonts.css';
import './app.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { settings } from './state/settings.svelte';
import { setLanguage } from './words/words.svelte';

// What a match needs is fetched while the words are.
if (location.hash.startsWith('#match=')) void import('./screens/Match.svelte');
await setLanguage(settings.language);
mount(App, { target: document.getElementById('app')! });
