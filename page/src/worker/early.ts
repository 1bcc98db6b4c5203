/**
 * Replies that the static folder holds as files, for as long as Python is loading: the games, their lessons and
 * rules, but not their drawings. `moleworks/web/early_replies.py` writes them.
 */
const EARLY = /^\/api\/(?=(?:games|lessons|rules)\b)(?!.*\/figures$)/;

/** The name of the file with the reply to a GET request; null if there is none. */
export function earlyFile(address: string): string | null {
  const [path = '', query = ''] = address.split('?');
  const { lang, ...others } = Object.fromEntries(new URLSearchParams(query));
  if (!lang || !EARLY.test(path)) return null;
  return `${[lang, path.replace(EARLY, ''), ...Object.values(others)].join('/')}.json`;
}
