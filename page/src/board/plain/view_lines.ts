/** The fields of a view as lines of text, where the server has no sentences for it. */
import { t } from '../../texts/texts.svelte';
import type { View } from '../types';

/** Shown elsewhere on the screen. */
const LEFT_OUT = ['phase', 'seat'];

export function viewLines(view: View): string[] {
  return Object.entries(view)
    .filter(([name]) => !LEFT_OUT.includes(name))
    .map(([name, value]) => t('pair', { name: name.replaceAll('_', ' '), value: text(value) }));
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(text).join(', ') || '–';
  if (typeof value === 'object') {
    return Object.entries(value).map(([name, part]) => t('pair', { name, value: text(part) })).join(t('semicolon')) || '–';
  }
  return String(value);
}
