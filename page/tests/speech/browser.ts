/** Browser features that jsdom lacks, with reduced motion. Import it before anything else. */
const quiet = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };

Object.assign(globalThis, {
  matchMedia: () => quiet,
  CSS: { escape: (name: string) => name.replace(/[^\w-]/g, '\\$&') },
});
