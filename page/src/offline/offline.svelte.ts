/** Keeps the page for visits without a network, and tells when a new version of it is there. */
import { mount } from 'svelte';

import UpdateNotice from './UpdateNotice.svelte';

const SCRIPT = 'offline_worker.js';

/** Starts the service worker of a static folder. */
export async function keepOffline(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return; // The address is not a secure one, or the browser is in a private window.
  let controlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    // Scripts of the version before are gone. Matches are stored, so nothing is lost.
    if (controlled) location.reload();
    controlled = true;
  });
  const registration = await workers.register(new URL(SCRIPT, document.baseURI), { updateViaCache: 'none' }).catch(() => null);
  if (!registration) return; // The browser refuses to keep files, and says so in its console.
  const look = (): void => {
    // The first version of all has nothing to replace.
    if (registration.waiting && workers.controller) show(registration.waiting);
  };
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => {});
  });
}

let shown: ServiceWorker | null = null;

/** Offers a new version, which is used at the next start otherwise. */
function show(waiting: ServiceWorker): void {
  if (shown === waiting) return;
  shown = waiting;
  mount(UpdateNotice, { target: document.body, props: { use: () => waiting.postMessage('use') } });
}
