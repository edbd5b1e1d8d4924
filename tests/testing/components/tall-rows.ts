import { onTestFinished } from 'vitest';

/** Gives elements a height in pixels, so that a long list renders only rows near the window. */
export function tallRows(height = 300): void {
  const { prototype } = HTMLElement;
  const before = Object.getOwnPropertyDescriptor(prototype, 'offsetHeight');
  Object.defineProperty(prototype, 'offsetHeight', { configurable: true, get: () => height });
  onTestFinished(() => {
    if (before) Object.defineProperty(prototype, 'offsetHeight', before);
  });
}
