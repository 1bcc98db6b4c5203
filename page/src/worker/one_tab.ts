/** Only one tab at a time may use the stored matches. */

/** Milliseconds that another tab, or this one before a reload, may take to end. */
const PATIENCE = 3000;
/** Milliseconds in which another tab answers. */
const QUIET = 1000;

/** Whether this is the only one. It stays so until the worker that asked ends. */
export function isOnlyTab(name: string): Promise<boolean> {
  // An address without TLS has no locks.
  return 'locks' in navigator ? takeLock(name) : askOthers(name);
}

function takeLock(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(name, { signal: AbortSignal.timeout(PATIENCE) }, () => {
        resolve(true);
        return new Promise(() => {});
      })
      // A browser that refuses locks stores nothing either, so tabs cannot disturb each other.
      .catch((error: Error) => resolve(error.name === 'SecurityError'));
  });
}

function askOthers(name: string): Promise<boolean> {
  const channel = new BroadcastChannel(name);
  return new Promise((resolve) => {
    const alone = setTimeout(() => {
      channel.onmessage = ({ data }) => data === 'who' && channel.postMessage('here');
      resolve(true);
    }, QUIET);
    channel.onmessage = ({ data }) => {
      if (data !== 'here') return;
      clearTimeout(alone);
      channel.close();
      resolve(false);
    };
    channel.postMessage('who');
  });
}
