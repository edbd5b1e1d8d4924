import { expect, test } from 'vitest';
import { createInlineStylePlugin } from '#client/startup/inline-style-plugin.ts';

const built = `<head>
    <meta charset="utf-8" />
    <title>Touchline</title>
    <script src="/ahead.js"></script>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-2.css">
  </head>`;

/** Returns the page after the plugin's transformation, and the files that remain beside it. */
function inPage(page: string, sheet = '.a { color: red }', code = '') {
  const bundle = {
    'assets/index-1.js': { type: 'chunk', fileName: 'assets/index-1.js', code },
    'assets/index-2.css': { type: 'asset', source: sheet },
  };
  const { transformIndexHtml } = createInlineStylePlugin();
  if (typeof transformIndexHtml !== 'object' || !('handler' in transformIndexHtml)) {
    throw new Error('It does nothing to the page.');
  }
  const filled: unknown = Reflect.apply(transformIndexHtml.handler, undefined, [page, { bundle }]);
  return { page: String(filled), files: Object.keys(bundle) };
}

test('a built page loads the app first and contains its style', () => {
  const { page, files } = inPage(built);

  expect(page.indexOf('/assets/index-1.js')).toBeLessThan(page.indexOf('/ahead.js'));
  expect(page).toContain('<style>.a { color: red }</style>');
  expect(page).not.toContain('stylesheet');
  expect(files).toEqual(['assets/index-1.js']);
});

test('a style with the special characters of a replacement stays unchanged', () => {
  expect(inPage(built, ".a::after { content: '$&' }").page).toContain("content: '$&'");
});

test('a chunk that imports the style as a file fails the build', () => {
  const code = '__vite__mapDeps.f = ["assets/index-2.css"]';
  expect(() => inPage(built, undefined, code)).toThrow('asks for assets/index-2.css');
});

test('a page without its style fails the build', () => {
  expect(() => inPage(built.replace(/<link.*>/, ''))).toThrow('no style');
});

test('the id of a build depends on its script and its style', () => {
  const markIn = ({ page }: { page: string }) =>
    /<meta name="build" content="([^"]+)">/.exec(page)?.[1];

  expect(markIn(inPage(built))).toBe('assets/index-1.js assets/index-2.css');
});
