import { afterEach, expect, it, vi } from 'vitest';

import { deviceStorage } from './storage';

afterEach(() => void vi.restoreAllMocks());

it('is the storage of the browser', () => {
  deviceStorage.setItem('place', 'a');
  expect(localStorage.getItem('place')).toBe('a');
  deviceStorage.clear();
  expect(localStorage).toHaveLength(0);
});

it('remembers until the page ends where the browser refuses', async () => {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.resetModules();
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse);
  const { deviceStorage, tabStorage } = await import('./storage');
  tabStorage.setItem('place', 'b');
  expect(tabStorage.getItem('place')).toBe('b');
  expect(deviceStorage.getItem('place')).toBeNull();
  tabStorage.removeItem('place');
  expect(tabStorage.getItem('place')).toBeNull();
});
