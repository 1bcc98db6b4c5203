import './art/palette.css';
import './art/fonts.css';
import './app.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { settings } from './state/settings.svelte';
import { setLanguage } from './words/words.svelte';

await setLanguage(settings.language);
mount(App, { target: document.getElementById('app')! });
