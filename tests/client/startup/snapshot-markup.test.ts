import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildReaderKey } from '#client/session/reader-key.ts';
import { createSnapshotMarkup } from '#client/startup/snapshot-markup.ts';
import { root as project } from '../../testing/machine/planted-project.ts';

const script = readFileSync(join(project, 'public', 'snapshot.js'), 'utf8');
const asOf = { time: 'As of 13:40', day: 'As of 27 Nov' };

afterEach(() => document.body.replaceChildren());

/** Adds an app with this markup to the document. */
function appWith(markup: string): Element {
  const root = document.createElement('div');
  root.id = 'root';
  root.innerHTML = markup;
  document.body.append(root);
  return root;
}

function draw(markup: string, now?: Date): string {
  return createSnapshotMarkup(appWith(markup), {
    reader: buildReaderKey() ?? '',
    asOf,
    ...(now && { now }),
  });
}

/** Loads the page with a snapshot before the root, and runs the snapshot script. */
function startWith(snapshot: string): HTMLElement | null {
  document.body.innerHTML = `${snapshot}<div id="root"></div>`;
  runInNewContext(script, globalThis);
  expect(document.querySelector('template')).toBeNull();
  return document.getElementById('snapshot');
}

describe('a snapshot', () => {
  test('shows the texts, links and styles of a page', () => {
    const shown = startWith(
      draw(
        '<main class="wide"><h1>Tips</h1><a href="/tip/1" class="row" style="color: red">Chelsea</a></main>',
      ),
    );

    expect(shown?.querySelector('main.wide h1')?.textContent).toBe('Tips');
    const link = shown?.querySelector('a');
    expect(link?.getAttribute('href')).toBe('/tip/1');
    expect(link?.style.color).toBe('red');
    expect(shown?.ariaBusy).toBe('true');
  });

  test('shows its age in place of the chip', () => {
    const page = '<header><div role="status" data-as-of>All sent</div></header>';
    expect(startWith(draw(page))?.textContent).toBe('As of 13:40');

    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    expect(startWith(draw(page, yesterday))?.textContent).toBe('As of 27 Nov');
  });

  test('contains no fields, dialogs or menus, and no texts that depend on the time', () => {
    const shown = startWith(
      draw(`<input value="secret"><textarea>secret</textarea><select><option>secret</option></select>
        <dialog open>secret</dialog><div popover>secret</div><div role="dialog">secret</div>
        <ul role="menu">secret</ul><span data-live>secret</span>`),
    );

    expect(shown).not.toBeNull();
    expect(shown?.outerHTML).not.toContain('secret');
    expect(shown?.querySelector('input, textarea, select, dialog, [popover]')).toBeNull();
  });

  test('shows the outline of a field, and the chosen option', () => {
    const shown = startWith(
      draw(
        '<input class="field"><label><input type="radio" class="dot" checked>All</label><b data-sign="X"></b>',
      ),
    );

    expect(shown?.querySelector<HTMLElement>('.field')?.style.visibility).toBe('visible');
    expect(shown?.querySelector<HTMLElement>('.dot')?.style.visibility).toBe('hidden');
    expect(shown?.querySelector('.dot')?.hasAttribute('data-checked')).toBe(true);
    // A style sheet shows the sign by this attribute.
    expect(shown?.querySelector('b')?.dataset['sign']).toBe('X');
  });

  test.each([
    { drawn: 'online', isHidden: true },
    { drawn: 'offline', isHidden: false },
  ])('drawn $drawn shows the age of rows if there is no network', ({ isHidden }) => {
    const snapshot = draw(`<p data-offline ${isHidden ? 'hidden' : ''}>As of 13:40.</p>`);
    const onLine = vi.spyOn(navigator, 'onLine', 'get');
    onTestFinished(() => onLine.mockRestore());

    for (const isOnline of [true, false]) {
      onLine.mockReturnValue(isOnline);
      expect(startWith(snapshot)?.querySelector('p')?.hidden).toBe(isOnline);
    }
  });

  test('disables controls, but not links', () => {
    const shown = startWith(draw('<button>Copy</button><a href="/tips">Tips</a>'));

    expect(shown?.querySelector('button')?.hasAttribute('inert')).toBe(true);
    expect(shown?.querySelector('a')?.closest('[inert]')).toBeNull();
  });

  test('shows a disabled control as it was', () => {
    const shown = startWith(draw('<button disabled>Send</button>'));

    expect(shown?.querySelector('button')?.disabled).toBe(true);
  });

  test('contains nothing that could run or load something else', () => {
    const app = appWith('<p></p><img src="/pictures/a.webp"><svg><use href="#icon"></use></svg>');
    const text = app.querySelector('p');
    if (text)
      text.textContent =
        '<img src=https://evil.example/x onerror=alert(1)><script>alert(1)</script>';
    for (const markup of [
      '<a href="javascript:alert(1)" onclick="alert(1)">one</a>',
      '<img src="https://evil.example/x" srcset="https://evil.example/y 2x" onerror="alert(1)">',
      '<img src="//evil.example/x">',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '<p style="background: url(https://evil.example/x)">two</p>',
      // `innerHTML` returns the text of a noscript element without escaping it.
      '<noscript>&lt;img src=https://evil.example/x onerror=alert(1)&gt;</noscript>',
      '<svg onload="alert(1)"><path fill="url(https://evil.example/x)"></path></svg>',
    ]) {
      app.insertAdjacentHTML('beforeend', markup);
    }
    const markup = createSnapshotMarkup(app, { reader: buildReaderKey() ?? '', asOf });
    const shown = startWith(markup);

    expect(shown?.querySelector('p')?.textContent).toContain('<script>');
    const elements = [...(shown?.querySelectorAll('*') ?? [])];
    const attributes = elements.flatMap((element) => [...element.attributes]);
    const names = elements.map(({ localName }) => localName);
    expect(names.filter((name) => /^(?:script|iframe|noscript)$/.test(name))).toEqual([]);
    expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([]);
    expect(attributes.filter(({ value }) => /evil|javascript/.test(value))).toEqual([]);
    expect(shown?.querySelector('img')?.getAttribute('src')).toBe('/pictures/a.webp');
    expect(shown?.querySelector('use')?.getAttribute('href')).toBe('#icon');
  });
});

describe('a snapshot is not shown', () => {
  const change = {
    'after a logout': () => localStorage.removeItem('token'),
    'to another member': () => localStorage.setItem('userId', '"two"'),
    'in another language': () => localStorage.setItem('touchline-language', 'fr'),
    'in another direction': () => localStorage.setItem('touchline-language', 'ar'),
    'where the browser asks for another language': () => {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['sw']);
    },
    'in another theme': () => localStorage.setItem('touchline-theme', 'night'),
    'at another size of letters': () => {
      // A larger font size would also change the width in `rem`.
      document.documentElement.style.fontSize = '12px';
    },
    'at another width': () => Object.assign(window, { innerWidth: 390 }),
    'in another time zone': () => {
      const offset = new Date().getTimezoneOffset();
      vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset + 60);
    },
  };

  test.each(Object.entries(change))('%s', (_, apply) => {
    const { innerWidth } = window;
    onTestFinished(() => {
      localStorage.clear();
      vi.restoreAllMocks();
      document.documentElement.style.fontSize = '';
      Object.assign(window, { innerWidth });
    });
    localStorage.setItem('token', 'a');
    localStorage.setItem('userId', '"one"');
    const snapshot = draw('<p>Mine</p>');
    expect(startWith(snapshot)).not.toBeNull();

    apply();

    expect(startWith(snapshot)).toBeNull();
    expect(document.body.textContent).not.toContain('Mine');
  });

  test('if its reader had scrolled', () => {
    const key = 'entry';
    const snapshot = draw('<p>Mine</p>');
    history.replaceState({ __TSR_key: key }, '');
    sessionStorage.setItem(
      'tsr-scroll-restoration-v1_3',
      JSON.stringify({ [key]: { window: { scrollX: 0, scrollY: 700 } } }),
    );
    onTestFinished(() => sessionStorage.clear());

    expect(startWith(snapshot)).toBeNull();
  });
});
