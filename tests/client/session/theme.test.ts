import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chooseTheme, watchTheme } from '#client/session/theme.ts';
import { root } from '../../testing/machine/planted-project.ts';

const early = readFileSync(join(root, 'public', 'theme.js'), 'utf8');

/** The `head` element of index.html. */
function aHead() {
  const metas = ['light', 'dark'].map((scheme) => {
    const meta = document.createElement('meta');
    meta.name = 'theme-color';
    meta.media = `(prefers-color-scheme: ${scheme})`;
    document.head.append(meta);
    return meta;
  });
  const endFollowing = watchTheme();
  onTestFinished(() => {
    endFollowing();
    for (const meta of metas) meta.remove();
    localStorage.removeItem('touchline-theme');
    delete document.documentElement.dataset['theme'];
  });
  return {
    colours: () => metas.map(({ content }) => content),
    theme: () => document.documentElement.dataset['theme'],
    forget: () => {
      delete document.documentElement.dataset['theme'];
      for (const meta of metas) meta.content = '';
    },
  };
}

const starts = () => void runInNewContext(early, { window, document });

describe('a theme', () => {
  test.each([
    { chosen: 'day' as const, theme: 'day', colours: ['#f4f3ec', '#f4f3ec'] },
    { chosen: 'night' as const, theme: 'night', colours: ['#0b0f0c', '#0b0f0c'] },
    { chosen: 'device' as const, theme: undefined, colours: ['#f4f3ec', '#0b0f0c'] },
  ])('of the $chosen colours the page and the browser’s bars', ({ chosen, theme, colours }) => {
    const head = aHead();

    chooseTheme(chosen);

    expect(head.theme()).toBe(theme);
    expect(head.colours()).toEqual(colours);
  });

  test('that was chosen is applied before the first paint of the next start', () => {
    const head = aHead();
    chooseTheme('night');
    head.forget();

    starts();

    expect(head.theme()).toBe('night');
    expect(head.colours()).toEqual(['#0b0f0c', '#0b0f0c']);
  });

  test.each([null, 'constructor', 'purple'])('named %s is ignored', (stored) => {
    const head = aHead();
    if (stored !== null) localStorage.setItem('touchline-theme', stored);

    starts();

    expect(head.theme()).toBeUndefined();
  });
});
