/** Shares a text, a link and a picture by the device's share sheet; without one the text is copied and the picture saved. */
import { download } from './download';

export interface Shared {
  title?: string;
  text?: string;
  url?: string;
  picture?: File;
}

/** What became of it: it went to the share sheet, its user went back, or it was copied instead. */
export type Outcome = 'shared' | 'cancelled' | 'copied';

export async function share({ picture, ...words }: Shared): Promise<Outcome> {
  if ('share' in navigator) {
    // Not every device takes pictures.
    const files = picture && navigator.canShare?.({ files: [picture] }) ? [picture] : undefined;
    try {
      await navigator.share({ ...words, ...(files && { files }) });
      return 'shared';
    } catch (error) {
      if ((error as Error).name === 'AbortError') return 'cancelled';
      // Refused, for example because it took too long to make the picture.
    }
  }
  await (navigator as Navigator).clipboard.writeText([words.text, words.url].filter(Boolean).join('\n'));
  if (picture) download(picture.name, picture);
  return 'copied';
}
