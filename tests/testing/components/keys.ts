import { expect } from 'vitest';

/** Fires the events of a key on the focused element, with modifiers such as `shiftKey`. */
export function presses(key: string, values: KeyboardEventInit = {}): void {
  focused().dispatchEvent(keydown(key, values));
}

/** Types a character into the focused field: a key event, then the browser's input event. */
export function typesKey(key: string): void {
  const on = focused();
  const isTaken = !on.dispatchEvent(keydown(key));
  // The key event may have moved the focus.
  const field = document.activeElement;
  if (isTaken || !(field instanceof HTMLInputElement)) return;
  const start = field.selectionStart ?? field.value.length;
  const end = field.selectionEnd ?? field.value.length;
  const text = field.value.slice(0, start) + key + field.value.slice(end);
  if (field.maxLength >= 0 && text.length > field.maxLength) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.setSelectionRange(start + key.length, start + key.length);
  const input = { bubbles: true, data: key, inputType: 'insertText' };
  field.dispatchEvent(new InputEvent('input', input));
}

function focused(): Element {
  return document.activeElement ?? document.body;
}

function keydown(key: string, values: KeyboardEventInit = {}): KeyboardEvent {
  return new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...values });
}

/** Chooses an option of a select element, once it is rendered. */
export async function chooseOption(selector: string, value: string): Promise<void> {
  await expect.poll(() => document.querySelector(selector)).not.toBeNull();
  const select = document.querySelector(selector);
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value);
  select?.dispatchEvent(new Event('change', { bubbles: true }));
}
