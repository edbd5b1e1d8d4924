import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const project = join(import.meta.dirname, '../../..');
const sheet = globSync('src/client/styles/*.css', { cwd: project })
  .map((file) => readFileSync(join(project, file), 'utf8'))
  .join('\n');
const themes = ['day', 'night'] as const;
type Theme = (typeof themes)[number];

/** Reads the colour of a token from the style sheets. */
function colour(token: string, theme: Theme): string {
  const both = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(sheet);
  const one = new RegExp(`--${token}: (#[0-9a-f]{6})`).exec(sheet);
  const found = both?.[theme === 'day' ? 1 : 2] ?? one?.[1];
  if (found === undefined) throw new Error(`There is no token ${token}.`);
  return found;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['ground', 'card', 'sunk'];
const states = ['won', 'lost', 'waiting', 'saved'];
const textPairs = [
  ...grounds.flatMap((ground) => ['ink', 'dim'].map((text) => ({ text, ground }))),
  ...states.map((state) => ({ text: state, ground: `${state}-ground` })),
  // Field errors and countdown warnings are shown directly on these backgrounds.
  ...grounds.flatMap((ground) => ['lost', 'saved'].map((text) => ({ text, ground }))),
  // Units, yields and price movements are shown on cards and keys.
  ...['card', 'key'].flatMap((ground) => ['won', 'lost'].map((text) => ({ text, ground }))),
  ...['ink', 'dim'].map((text) => ({ text, ground: 'key' })),
  ...['won', 'lost', 'waiting'].map((state) => ({ text: 'on-solid', ground: `${state}-solid` })),
  { text: 'on-flag', ground: 'flag' },
  { text: 'on-pill', ground: 'pill' },
];
const inThemes = <Row extends object>(rows: Row[]) =>
  rows.flatMap((row) => themes.map((theme) => ({ ...row, theme })));

describe('the colours', () => {
  test.each(inThemes(textPairs))('$text on $ground is readable in $theme', (row) => {
    const { text, ground, theme } = row;

    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(inThemes([{ band: 'pitch' }, { band: 'pitch-band' }]))(
    'white on the band $band is readable in $theme',
    ({ band, theme }) => {
      expect(contrast('#ffffff', colour(band, theme))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(inThemes([...grounds, 'key'].map((ground) => ({ ground }))))(
    'a control’s edge is visible on $ground in $theme',
    ({ ground, theme }) => {
      expect(contrast(colour('edge', theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
    },
  );

  test.each(inThemes(['ground', 'card'].map((ground) => ({ ground }))))(
    'a badge’s hairline is visible on $ground in $theme',
    ({ ground, theme }) => {
      expect(contrast(colour('badge-line', theme), colour(ground, theme))).toBeGreaterThanOrEqual(
        3,
      );
    },
  );

  test('a key is lighter than its card at night', () => {
    expect(luminance(colour('key', 'night'))).toBeGreaterThan(luminance(colour('card', 'night')));
  });
});

describe('the page before any script runs', () => {
  test.each(['ground', 'ink', 'line', 'sunk', 'card'])('has the colour of %s', (token) => {
    const page = readFileSync(join(project, 'index.html'), 'utf8');

    expect(page).toContain(`light-dark(${colour(token, 'day')}, ${colour(token, 'night')})`);
  });

  test('does not use the web font, because a browser would then swap the font of the page', () => {
    const page = readFileSync(join(project, 'index.html'), 'utf8');

    expect(page).not.toMatch(/font-family:[^;]*Archivo/);
  });
});
