/** The fields of a view as lines of text, where the server has no sentences for it. */
import type { View } from '../types';

/** Shown elsewhere on the screen. */
const LEFT_OUT = ['phase', 'seat'];

export function viewLines(view: View): string[] {
  return Object.entries(view)
    .filter(([name]) => !LEFT_OUT.includes(name))
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${text(value)}`);
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(text).join(', ') || '–';
  if (typeof value === 'object') {
    return Object.entries(value).map(([name, part]) => `${name}: ${text(part)}`).join('; ') || '–';
  }
  return String(value);
}
