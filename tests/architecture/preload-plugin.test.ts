import { afterEach, describe, expect, test, vi } from 'vitest';
import { preloadScript, createPreloadPlugin } from '#client/startup/preload-plugin.ts';

const src = '/src/';

/** A chunk of a build with these source files. */
function chunk(fileName: string, sources: string[], imports: string[] = []) {
  return {
    type: 'chunk',
    fileName,
    isEntry: fileName === 'index.js',
    imports,
    moduleIds: sources.map((source) => `${src}${source}`),
  };
}

const route = (name: string) => `client/routes/${name}.tsx?tsr-split=component`;

const built = [
  chunk('index.js', ['client/main.tsx']),
  chunk('tips.js', [route('tips/index')], ['index.js', 'shared.js']),
  chunk('shared.js', ['client/ui/tip/tip-card.tsx']),
  chunk('profile.js', [route('tipster/profile.$id')], ['index.js']),
  chunk('verify.js', [route('account/verify-email.{-$token}')], ['index.js']),
  chunk('clubs.js', ['domain/clubs/clubs.ts']),
  chunk('start.js', ['client/data/device/start.ts']),
];

/** Returns the preload script that a build with these chunks contains. */
function scriptOf(chunks: typeof built): string {
  const script = { type: 'asset', fileName: preloadScript, source: '' };
  const bundle = Object.fromEntries([...chunks, script].map((file) => [file.fileName, file]));
  const { generateBundle } = createPreloadPlugin();
  if (typeof generateBundle !== 'object')
    throw new Error('The preload plugin adds nothing to a build.');
  Reflect.apply(generateBundle.handler, undefined, [{}, bundle]);
  return script.source;
}

/** Runs the script at an address; returns the files that a first or later visit preloads. */
function askedFor(pathname: string, { kept = true, withRows = true } = {}): string[] {
  const asked: string[] = [];
  const document = {
    createElement: () => ({}),
    getElementById: () => (withRows ? {} : null),
    head: { append: (link: { rel: string; href: string }) => void asked.push(link.href) },
    documentElement: { dataset: {} },
  };
  const navigator = { serviceWorker: { controller: kept ? {} : null } };
  // oxlint-disable-next-line typescript/no-implied-eval -- the script as a page runs it
  new Function('document', 'location', 'navigator', scriptOf(built))(
    document,
    { pathname },
    navigator,
  );
  return asked.filter((href) => href.endsWith('.js'));
}

describe('the files that a page preloads', () => {
  test.each([
    ['/', []],
    ['/tips', ['/tips.js', '/shared.js']],
    ['/tipster/profile/0198', ['/profile.js']],
    ['/account/verify-email/eyJ.eyJ.c2', ['/verify.js']],
    ['/account/verify-email', ['/verify.js']],
    ['/nowhere', []],
  ])('at %s are the chunk of the route and the table of clubs', (pathname, parts) => {
    expect(askedFor(pathname)).toEqual([...parts, '/clubs.js']);
  });

  test('include the chunk that fetches rows if the page contains none', () => {
    expect(askedFor('/', { kept: false, withRows: false })).toContain('/start.js');
    expect(askedFor('/', { kept: false })).not.toContain('/start.js');
  });

  test.each(['clubs.js', 'start.js'])('fail the build if no chunk is %s', (name) => {
    const others = built.filter(({ fileName }) => fileName !== name);
    expect(() => scriptOf(others)).toThrow('no part of the app holds it');
  });
});

describe('a browser that refuses a BroadcastChannel', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('starts the app without a channel', () => {
    vi.stubGlobal(
      'BroadcastChannel',
      vi.fn(function refuse() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }),
    );
    askedFor('/');
    expect(globalThis.BroadcastChannel).toBeUndefined();
  });
});
