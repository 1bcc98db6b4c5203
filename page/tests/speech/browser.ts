/** What jsdom lacks of a browser; whoever listens waits for no picture. To be imported before anything else. */
const quiet = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };

Object.assign(globalThis, {
  matchMedia: () => quiet,
  CSS: { escape: (name: string) => name.replace(/[^\w-]/g, '\\$&') },
});
