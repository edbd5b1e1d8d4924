import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { parseFeedSearch } from '#client/features/feed/feed-search.ts';
import { manifest, screenshots } from '#client/manifest.ts';
import { routeTree } from '#client/route-tree.gen.ts';
import { root } from '../testing/machine/planted-project.ts';

const inPublic = (path: string) => join(root, 'public', path);

describe('the web app manifest', () => {
  test('has a name that fits below an icon, and a stable id', () => {
    expect(manifest).toMatchObject({
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      lang: 'en',
      dir: 'ltr',
    });
    expect(manifest.name).toContain('Touchline');
    expect(manifest.short_name?.length).toBeLessThanOrEqual(12);
    expect(manifest.categories).toContain('sports');
  });

  test('has the background colour of the page', () => {
    expect(readFileSync(join(root, 'index.html'), 'utf8')).toContain(manifest.background_color);
    expect(manifest.theme_color).toMatch(/^#[0-9a-f]{6}$/);
  });

  test('lets the page extend under the camera and shrink above the keyboard', () => {
    const [, viewport = ''] =
      /name="viewport"\s+content="([^"]+)"/.exec(readFileSync(join(root, 'index.html'), 'utf8')) ??
      [];

    expect(viewport.split(', ')).toEqual([
      'width=device-width',
      'initial-scale=1',
      'viewport-fit=cover',
      'interactive-widget=resizes-content',
    ]);
  });

  test('has at least two phone screenshots and one desktop screenshot, each with a label', () => {
    const shown = screenshots.filter(({ src, label }) => existsSync(inPublic(src)) && label);
    const forms = shown.map(({ form_factor: form }) => form);

    expect(forms.filter((form) => form === 'narrow').length).toBeGreaterThanOrEqual(2);
    expect(forms.filter((form) => form === 'wide').length).toBeGreaterThanOrEqual(1);
  });

  test('has icons of both sizes, and a maskable icon', () => {
    const kinds = (manifest.icons ?? []).map(
      ({ sizes, purpose }) => `${sizes} ${[purpose ?? 'any'].flat().join(' ')}`,
    );

    expect(kinds).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
  });

  test('has four shortcuts for a long press on the icon', () => {
    const names = (manifest.shortcuts ?? []).map(({ name }) => name);

    expect(names).toEqual(['Post a tip', 'My tips', 'Booked', 'Competitions']);
  });

  test.each(manifest.shortcuts ?? [])('the shortcut $name leads to an existing page', ({ url }) => {
    const addresses = JSON.stringify(pathsOf(routeTree));

    expect(addresses).toContain(`"${url}"`);
  });

  test('searches the tips for a shared text', () => {
    const { action, method, params } = manifest.share_target ?? {};

    expect(`${method} ${action}`).toBe('GET /tips');
    expect(parseFeedSearch({ [params?.text ?? '']: 'Ada' })).toEqual({ search: 'Ada' });
  });

  test.each(screenshots)('$src has the declared size if the file exists', async (shot) => {
    if (!existsSync(inPublic(shot.src))) return;
    const { width, height } = await sharp(inPublic(shot.src)).metadata();

    expect(`${width}x${height}`).toBe(shot.sizes);
  });
});

/** Returns every address of a route tree. */
function pathsOf(route: unknown): string[] {
  if (typeof route !== 'object' || route === null) return [];
  const own = 'options' in route ? pathIn(route.options) : [];
  const children = 'children' in route ? Object.values(route.children ?? {}) : [];
  return [...own, ...children.flatMap(pathsOf)];
}

function pathIn(options: unknown): string[] {
  if (typeof options !== 'object' || options === null || !('path' in options)) return [];
  const { path } = options;
  return typeof path === 'string' ? [path.length > 1 ? path.replace(/\/$/, '') : path] : [];
}
