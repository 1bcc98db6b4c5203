/** The storages of this browser; where it refuses them, some that end with the page. */

export type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

function inMemory(): Kept {
  const kept = new Map<string, string>();
  return {
    getItem: (place) => kept.get(place) ?? null,
    setItem: (place, value) => void kept.set(place, value),
    removeItem: (place) => void kept.delete(place),
    clear: () => kept.clear(),
  };
}

function found(name: 'localStorage' | 'sessionStorage'): Kept {
  try {
    return window[name] ?? inMemory();
  } catch {
    return inMemory();
  }
}

/** What this device keeps. */
export const deviceStorage = found('localStorage');
/** What is kept for this tab, over a reload. */
export const tabStorage = found('sessionStorage');
