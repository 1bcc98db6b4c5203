/** Synthesized sounds. */
import { sideOf, type ShownBoard } from './side';
import type { Sound } from './sound';

let context: AudioContext | null = null;

/** A different pitch for each team. */
const PITCH = [1, 1.19, 1.42, 0.84];

export function play(sound: Sound, seat: number, board?: ShownBoard, action?: string | null): void {
  context ??= new AudioContext();
  void context.resume();
  const pitch = PITCH[seat % PITCH.length]!;
  const out = new StereoPannerNode(context, { pan: board && action ? sideOf(board, action) : 0 });
  out.connect(context.destination);
  const tap = (tone: number, length: number, loud: number, later?: number, bend?: number) => tapOn(out, tone, length, loud, later, bend);
  if (sound === 'move') tap(180 * pitch, 0.12, 0.5);
  // Two taps that rise: somebody else has acted.
  if (sound === 'other') [0, 0.12].forEach((later) => tap(180 * pitch, 0.1, 0.45, later, 1.5));
  // Four short taps, like dice on wood.
  if (sound === 'chance') [520, 430, 610, 480].forEach((tone, n) => tap(tone, 0.05, 0.25, n * 0.06));
  if (sound === 'lift') tap(300 * pitch, 0.07, 0.3, 0, 1.7);
  if (sound === 'edge') tap(90, 0.1, 0.35);
  if (sound === 'no') [0, 0.11].forEach((later) => tap(140, 0.08, 0.4, later));
  if (sound === 'win') [1, 1.25, 1.5, 2].forEach((tone, n) => tap(260 * tone * pitch, 0.3, 0.4, n * 0.13));
}

/** A short tone that falls or rises (`bend`), with a little noise. */
function tapOn(out: StereoPannerNode, tone: number, length: number, loud: number, later = 0, bend = 0.6): void {
  const audio = out.context;
  const start = audio.currentTime + later;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loud * 0.4, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  volume.connect(out);
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
