/**
 * The service worker of a static folder: it keeps all files of the page and of Python, so that they are there
 * without a network. `moleworks site` writes their list before this script; a new list is a new version.
 */

/** The files of a version, by paths relative to this script. */
export interface OfflineFiles {
  /** Those at the top, which may change under their names. */
  top: string[];
  /** By folder: those that never change, because the folder is named after what it holds. */
  folders: Record<string, string[]>;
  /** The same of those that few visitors need: they are kept once they were used. */
  late: Record<string, string[]>;
  /** Names this version. */
  version: string;
}

interface WaitingEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface RequestEvent extends WaitingEvent {
  request: Request;
  respondWith(reply: Promise<Response>): void;
}

interface Scope {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', heard: (event: WaitingEvent) => void): void;
  addEventListener(kind: 'fetch', heard: (event: RequestEvent) => void): void;
  addEventListener(kind: 'message', heard: (event: MessageEvent) => void): void;
}

declare const OFFLINE_FILES: OfflineFiles;

const scope = self as unknown as Scope;
const home = scope.registration.scope;
const INDEX = 'index.html';
const HEALTH = 'health/live';
/** Milliseconds in which a server has to answer. */
const PATIENCE = 4000;
/** All caches of this page begin so; other pages of the same web space may have their own. */
const PREFIX = `moleworks ${new URL(home).pathname} `;
const top = `${PREFIX}${OFFLINE_FILES.version}`;
const { folders, late } = OFFLINE_FILES;
const ours = new Set([top, ...Object.keys({ ...folders, ...late }).map((folder) => PREFIX + folder)]);

function addresses(files: Record<string, string[]>): [string, string][] {
  return Object.entries(files).flatMap(([folder, names]) =>
    names.map((name): [string, string] => [new URL(`${folder}/${name}`, home).href, PREFIX + folder]),
  );
}

/** By address: the cache of a file. */
const kept = new Map([...OFFLINE_FILES.top.map((name): [string, string] => [new URL(name, home).href, top]), ...addresses(folders), ...addresses(late)]);

/** Brings files into a cache, unless they are there; the page has just loaded most of them. */
async function keep(name: string, files: string[], mode: RequestCache): Promise<void> {
  const cache = await caches.open(name);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  const missing = files.map((file) => new URL(file, home).href).filter((url) => !there.has(url));
  await cache.addAll(missing.map((url) => new Request(url, { cache: mode })));
}

scope.addEventListener('install', (event) => {
  const all = Object.entries(folders).map(([folder, names]) =>
    keep(PREFIX + folder, names.map((name) => `${folder}/${name}`), 'force-cache'),
  );
  event.waitUntil(Promise.all([keep(top, OFFLINE_FILES.top, 'no-cache'), ...all]));
});

/** Nobody uses the version before any more. */
async function tidy(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !ours.has(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

scope.addEventListener('activate', (event) => event.waitUntil(tidy()));

async function answer(request: Request, url: string): Promise<Response> {
  const cache = await caches.open(kept.get(url)!);
  const found = await cache.match(url);
  if (found) return found;
  // It is used for the first time, or the browser has deleted it to make room.
  const reply = await fetch(request);
  if (reply.ok) await cache.put(url, reply.clone());
  return reply;
}

/** Whether a server answers; without a network none does. */
async function serverAnswers(request: Request): Promise<Response> {
  const none = Response.json({ ok: false });
  return navigator.onLine ? fetch(request, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => none) : none;
}

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const url = request.url.replace(/[?#].*/, '');
  if (url === home + HEALTH) event.respondWith(serverAnswers(request));
  else if (url === home || url === home + INDEX) event.respondWith(answer(request, home + INDEX));
  else if (kept.has(url)) event.respondWith(answer(request, url));
});

/** The page asks for the new version at once. */
scope.addEventListener('message', ({ data }) => {
  if (data === 'use') void scope.skipWaiting();
});
