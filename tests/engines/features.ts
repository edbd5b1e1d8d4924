import type { EnginePhone } from './engine-phone.ts';

/** Optional browser features; true for each feature that an engine has. */
export type Features = Record<'share' | 'passkeys' | 'backgroundSync' | 'persistence', boolean>;

/** Reads the features in a page of the site, because an empty page is not a secure context. */
export async function readFeatures(phone: EnginePhone): Promise<Features> {
  return phone.evaluate(() => ({
    share: 'share' in navigator,
    passkeys: 'PublicKeyCredential' in globalThis,
    backgroundSync: 'SyncManager' in globalThis,
    persistence: 'storage' in navigator,
  }));
}

/** Returns the accessible name of the focused element, or '' if the focus is outside of `within`. */
export async function focusedName(phone: EnginePhone, within = 'body'): Promise<string> {
  return phone.evaluate((selector) => {
    const focused = document.activeElement;
    if (!focused?.closest(selector) || focused === document.body) return '';
    return (focused.getAttribute('aria-label') ?? focused.textContent).trim() || focused.tagName;
  }, within);
}

/** Runs in the page: sets the labelled date field to a day, and dispatches the events of a date picker. */
export function chooseDay(text: string, day: string): void {
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent === text);
  const field = label?.control;
  if (!(field instanceof HTMLInputElement)) throw new Error(`No field is labelled ${text}.`);
  // Calls the original setter, because React overrides `value` on the element itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, day);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Runs in the page: returns by how many pixels a date field is wider than its form, at most. */
export function measureOverflowPx(): number {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[type=date]')];
  if (fields.length === 0) return Infinity;
  return Math.max(
    ...fields.map((field) => {
      const form = field.form?.getBoundingClientRect();
      return field.getBoundingClientRect().right - (form?.right ?? 0);
    }),
  );
}

/** Runs in the page: puts a half-transparent picture of 1200 × 900 pixels into its file input. */
export function paintPicture(): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 900 });
  const context = canvas.getContext('2d');
  if (context) context.fillStyle = 'rgb(10 116 64 / 0.5)';
  context?.fillRect(100, 100, 800, 600);
  canvas.toBlob((blob) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input || !blob) return;
    const chosen = new DataTransfer();
    chosen.items.add(new File([blob], 'avatar.png', { type: 'image/png' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
