import type { Page } from '@playwright/test';

const typed = ':is(input:not([type=checkbox], [type=radio], [type=file]), textarea)';
const typedInto = `main form ${typed}`;

/** Finds fields that a keyboard of half the window would hide; in an open layer only its fields. */
export async function fieldsUnderAKeyboard(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 420 });
  const over = (await page.getByRole('dialog').count()) > 0;
  return page.locator(`${over ? '[role=dialog]' : 'main'} ${typed}`).evaluateAll((all) =>
    all.flatMap((field) => {
      if (!(field instanceof HTMLElement) || !field.checkVisibility()) return [];
      // Opening the keyboard scrolls the focused element into view, and so does setting the focus.
      field.blur();
      field.focus();
      const { left, top, width, height } = field.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return seen === field ? [] : [`${field.outerHTML.slice(0, 120)} is out of sight`];
    }),
  );
}

/** Finds fields that refuse pasted text. */
export async function fieldsWithoutPaste(page: Page): Promise<string[]> {
  const fields = await page.locator(typedInto).filter({ visible: true }).all();
  if (fields.length === 0) return [];
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async () => navigator.clipboard.writeText('42'));
  const wrong: string[] = [];
  for (const field of fields) {
    await field.fill('');
    await field.press('ControlOrMeta+v');
    const name = await field.evaluate((element) => element.outerHTML.slice(0, 120));
    if ((await field.inputValue()) !== '42') wrong.push(`${name} takes no paste`);
  }
  return wrong;
}

/** Finds fields with an unsuitable keyboard, and forms whose last field lacks `enterkeyhint`. */
export function fieldsWithoutKeys(): string[] {
  const modes: Record<string, RegExp> = {
    email: /^email$/,
    phoneNumber: /^tel$/,
    odd: /^decimal$/,
    code: /^(?:numeric|text)$/,
  };
  const wrong = [...document.querySelectorAll<HTMLInputElement>('form input')].filter(
    ({ name, inputMode }) => !(modes[name]?.test(inputMode) ?? true),
  );
  for (const form of document.querySelectorAll('form')) {
    const fields = form.querySelectorAll<HTMLInputElement>(
      'input:not([type=checkbox], [type=radio], [type=file]), textarea',
    );
    const last = [...fields].at(-1);
    if (last?.tagName === 'INPUT' && last.enterKeyHint === '') wrong.push(last);
  }
  return wrong.map(({ outerHTML }) => `${outerHTML.slice(0, 160)} has no keys of its own`);
}

/** Finds fields about a person without an `autocomplete` value (WCAG 1.3.5). */
export function fieldsWithoutPurpose(): string[] {
  const purposes: Record<string, RegExp> = {
    email: /^(?:email|username)$/,
    password: /^(?:current-password|new-password)$/,
    tel: /^tel$/,
  };
  const byName: Record<string, RegExp> = {
    firstName: /^given-name$/,
    lastName: /^family-name$/,
    country: /^country$/,
    phoneNumber: /^tel$/,
    address: /^street-address$|^address-line1$/,
    state: /^address-level1$/,
    userName: /^nickname$|^username$/,
  };
  const fields = document.querySelectorAll<HTMLInputElement>('form input, form select');
  return [...fields].flatMap((field) => {
    const wanted = byName[field.name] ?? purposes[field.type];
    return wanted === undefined || wanted.test(field.autocomplete) ? [] : [field.outerHTML];
  });
}
