import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;
type Bundle = Rolldown.OutputBundle;

const routeModulePattern = /\/src\/client\/routes\/(.+)\.tsx\?tsr-split=component/;
/** A module that every first screen needs besides the entry chunk. */
const clubsModule = '/src/domain/clubs/clubs.ts';
/** The module that starts the engine, which fetches rows. */
const engineStartModule = '/src/client/data/device/start.ts';

/**
 * Routes that are often opened by links from outside. The server sends their texts with the page;
 * other pages wait for the whole catalogue.
 */
const landingPages = [
  'index',
  'tip.$id',
  'fixture.$id',
  'tipster/index',
  'competitions',
  'account/login',
  'account/register',
  '_member/tips/create',
];

/** The file name of the script that runs before the app; the server adds data to this script. */
export const preloadScript = 'ahead.js';

/**
 * Writes the chunks of each URL into `ahead.js`, so that the browser loads them at once instead of
 * one after the other: the code of the route, the table of clubs, and the code that fetches rows if
 * the page has none.
 */
export function createPreloadPlugin(): Plugin {
  return {
    name: 'touchline:parts-ahead',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const script = bundle[preloadScript];
        if (script?.type === 'asset')
          script.source = `${String(script.source)}${buildPreloadSource(bundle)}`;
      },
    },
  };
}

/** The code of the entry chunk, and of each landing page by the pattern of its URL. */
export function readLandingPageCode(bundle: Bundle): {
  entry: string;
  pages: Record<string, string>;
} {
  const filesOfRoutes = groupFilesByRoute(bundle);
  const codeOf = (isMatch: (chunk: Chunk) => boolean) =>
    listChunks(bundle)
      .filter(isMatch)
      .map(({ code }) => code)
      .join('\n');
  const pages = landingPages.map((route) => {
    const path = toAddressPattern(route);
    const files = filesOfRoutes[path] ?? [];
    // The home page of visitors is part of the entry chunk.
    if (files.length === 0 && route !== 'index') throw new Error(`No part of the app is ${route}.`);
    return [path, codeOf(({ fileName }) => files.includes(fileName))];
  });
  return { entry: codeOf(({ isEntry }) => isEntry), pages: Object.fromEntries(pages) };
}

/** Collects the files of each route by the pattern of its URL. */
function groupFilesByRoute(bundle: Bundle): Record<string, string[]> {
  const filesOfRoutes: Record<string, string[]> = {};
  for (const chunk of listChunks(bundle)) {
    for (const id of chunk.moduleIds) {
      const route = routeModulePattern.exec(id)?.[1];
      if (route !== undefined && route !== '$')
        filesOfRoutes[toAddressPattern(route)] = collectChunkFiles(chunk, bundle);
    }
  }
  return filesOfRoutes;
}

function listChunks(bundle: Bundle): Chunk[] {
  return Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
}

function buildPreloadSource(bundle: Bundle): string {
  const chunks = listChunks(bundle);
  const filesWith = (source: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
    if (!chunk)
      throw new Error(`${preloadScript} asks for ${source}, and no part of the app holds it.`);
    return collectChunkFiles(chunk, bundle);
  };
  const font = Object.keys(bundle).find((file) => file.endsWith('.woff2'));
  return `${channelGuard}${template}`
    .replace('{parts}', () => JSON.stringify(groupFilesByRoute(bundle)))
    .replace('{clubs}', () => JSON.stringify(filesWith(clubsModule)))
    .replace('{start}', () => JSON.stringify(filesWith(engineStartModule)))
    .replace('{font}', () => JSON.stringify(font));
}

/** The URL pattern of a route file as a regular expression. */
function toAddressPattern(route: string): string {
  const steps = route.split(/[/.]/).filter((step) => !/^(_.*|index|route)$/.test(step));
  return `^${steps.map(toStepPattern).join('')}/?$`;
}

function toStepPattern(step: string): string {
  if (step.startsWith('{-$')) return '(?:/[^/]+)?';
  return step.startsWith('$') ? '/[^/]+' : `/${step}`;
}

/** Collects the files of a chunk and of its imports, without files that every page loads. */
function collectChunkFiles(chunk: Chunk, bundle: Bundle, found = new Set<string>()): string[] {
  if (chunk.isEntry || found.has(chunk.fileName)) return [...found];
  found.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') collectChunkFiles(imported, bundle, found);
  }
  return [...found];
}

// If site data is blocked, this constructor throws in Firefox; Dexie calls it while it loads.
const channelGuard = `try {
  new BroadcastChannel('touchline').close();
} catch {
  globalThis.BroadcastChannel = undefined;
}
`;

const template = `{
  const parts = {parts};
  const preload = (file, rel, as) => {
    const link = document.createElement('link');
    link.rel = rel;
    if (as) link.as = as;
    link.crossOrigin = 'anonymous';
    link.href = '/' + file;
    document.head.append(link);
  };
  const kept = Boolean(navigator.serviceWorker && navigator.serviceWorker.controller);
  // On a slow connection the font would arrive too late and delay the rows, so it is not used. This
  // runs first, because a snapshot is painted before the other parts run.
  const slow = navigator.connection && navigator.connection.rtt >= 300;
  if (slow && !kept) document.documentElement.dataset.type = 'plain';
  else preload({font}, 'preload', 'font');
  for (const path of Object.keys(parts)) {
    if (new RegExp(path).test(location.pathname)) {
      for (const file of parts[path]) preload(file, 'modulepreload');
    }
  }
  for (const file of {clubs}) preload(file, 'modulepreload');
  if (!kept && !document.getElementById('page-data')) {
    for (const file of {start}) preload(file, 'modulepreload');
  }
}
`;
