/** The focus and the title of the page follow the screen that is shown, also one that is loaded only then. */

/** Whether the focused element has gone with its screen. */
function isLost(focused: Element | null): boolean {
  return focused === null || focused === document.body;
}

/** Gives the focus to the heading of each new screen unless something in it has it already, and names the screen in the title. */
export function followScreens(root: HTMLElement, name: string): () => void {
  let shown: HTMLElement | null = null;
  const look = (): void => {
    const heading = root.querySelector<HTMLElement>('h1');
    if (!heading) return;
    const text = heading.textContent.replace(/\s+/g, ' ').trim();
    const title = text && text !== name ? `${text} – ${name}` : name;
    if (document.title !== title) document.title = title;
    if (heading === shown) return;
    // What was loaded first is read from the top.
    if (shown && isLost(document.activeElement)) heading.focus();
    shown = heading;
  };
  look();
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}
