/** The entry of a report: a file that replays one record without a server. */
import '../art/palette.css';
import '../art/fonts.css';
import '../app.css';

import { mount } from 'svelte';

import '../texts/later';
import { settings, type Language } from '../settings/settings.svelte';
import { setLanguage } from '../texts/texts.svelte';
import type { AnalysisReport } from './types';
import Viewer from './Viewer.svelte';

const report: AnalysisReport = JSON.parse(document.getElementById('report')!.textContent!);
settings.language = report.language as Language;
await setLanguage(settings.language);
document.title = report.title;
document.documentElement.dataset.light = settings.light;
mount(Viewer, { target: document.getElementById('app')!, props: { report } });
