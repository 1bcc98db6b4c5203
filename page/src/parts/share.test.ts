import { afterEach, expect, test, vi } from 'vitest';

import { download } from './download';
import { share } from './share';

vi.mock('./download', () => ({ download: vi.fn() }));

const PICTURE = new File(['moles'], 'end.png', { type: 'image/png' });
const WORDS = { text: 'Look!', url: 'https://moles.example/#record=x' };
const copied: string[] = [];

/** A device with these parts. */
function device(parts: object): void {
  copied.length = 0;
  vi.stubGlobal('navigator', { clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) }, ...parts });
}

afterEach(() => vi.unstubAllGlobals());

test('a share sheet that takes pictures gets words, link and picture', async () => {
  const sheet = vi.fn(() => Promise.resolve());
  device({ share: sheet, canShare: () => true });
  expect(await share({ ...WORDS, picture: PICTURE })).toBe('shared');
  expect(sheet).toHaveBeenCalledWith({ ...WORDS, files: [PICTURE] });
  expect(copied).toEqual([]);
});

test('one that takes none gets words and link', async () => {
  const sheet = vi.fn(() => Promise.resolve());
  device({ share: sheet, canShare: () => false });
  expect(await share({ ...WORDS, picture: PICTURE })).toBe('shared');
  expect(sheet).toHaveBeenCalledWith(WORDS);
});

test('who goes back has shared and copied nothing', async () => {
  device({ share: () => Promise.reject(new DOMException('', 'AbortError')) });
  expect(await share(WORDS)).toBe('cancelled');
  expect(copied).toEqual([]);
});

test('without a share sheet, or where it refuses, the words are copied and the picture is saved', async () => {
  for (const parts of [{}, { share: () => Promise.reject(new DOMException('', 'NotAllowedError')) }]) {
    vi.mocked(download).mockClear();
    device(parts);
    expect(await share({ ...WORDS, picture: PICTURE })).toBe('copied');
    expect(copied).toEqual([`${WORDS.text}\n${WORDS.url}`]);
    expect(download).toHaveBeenCalledWith('end.png', PICTURE);
  }
});
