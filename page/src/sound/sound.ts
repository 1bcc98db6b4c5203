/** Synthesized sounds, played only if sound is switched on. */
import { settings } from '../settings/settings.svelte';

export type Sound = 'move' | 'lift' | 'no' | 'edge' | 'win';

let context: AudioContext | null = null;

/** A different pitch for each team. */
const PITCH = [1, 1.19, 1.42, 0.84];

export function play(sound: Sound, seat = 0): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  const pitch = PITCH[seat % PITCH.length]!;
  if (sound === 'move') tap(context, 180 * pitch, 0.12, 0.5);
  if (sound === 'lift') tap(context, 300 * pitch, 0.07, 0.3, 0, 1.7);
  if (sound === 'edge') tap(context, 90, 0.1, 0.35);
  if (sound === 'no') [0, 0.11].forEach((later) => tap(context!, 140, 0.08, 0.4, later));
  if (sound === 'win') [1, 1.25, 1.5, 2].forEach((tone, n) => tap(context!, 260 * tone * pitch, 0.3, 0.4, n * 0.13));
}

/** A short tone that falls or rises (`bend`), with a little noise. */
function tap(audio: AudioContext, tone: number, length: number, loud: number, later = 0, bend = 0.6): void {
  const start = audio.currentTime + later;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loud * 0.4, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  volume.connect(audio.destination);
  const body = audio.createOscillator();
  body.type = 'triangle';
  body.frequency.setValueAtTime(tone, start);
  body.frequency.exponentialRampToValueAtTime(tone * bend, start + length);
  body.connect(volume);
  body.start(start);
  body.stop(start + length);
  const paper = audio.createBufferSource();
  const grains = audio.createBuffer(1, Math.max(1, audio.sampleRate * 0.03), audio.sampleRate);
  const samples = grains.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) * 0.3;
  paper.buffer = grains;
  paper.connect(volume);
  paper.start(start);
}
