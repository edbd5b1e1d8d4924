import { createServer } from 'node:http';
import type { Page } from '@playwright/test';

const worker = `
addEventListener('install', (event) => {
  event.waitUntil(caches.open('page').then((cache) => cache.add('/page.html')).then(() => skipWaiting()));
});
addEventListener('fetch', (event) => {
  event.respondWith(caches.match(event.request).then((kept) => kept || fetch(event.request)));
});
`;

const registering = `<!doctype html><title>Registering</title>
<script>navigator.serviceWorker.register('/worker.js');</script>`;

/** Returns a screen as one static page: its markup and styles without scripts. */
export async function frozen(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const copy = document.documentElement.cloneNode(true);
    if (!(copy instanceof HTMLElement)) throw new Error('There is no page.');
    for (const element of copy.querySelectorAll('script, link, template')) element.remove();
    const sheets = [...document.querySelectorAll('link[rel=stylesheet]')];
    const texts = await Promise.all(
      sheets.map(async (sheet) => {
        if (!(sheet instanceof HTMLLinkElement)) return '';
        return (await fetch(sheet.href)).text();
      }),
    );
    // Both sides load fonts as separate files, and paint text without waiting for fonts.
    const style = document.createElement('style');
    style.textContent = texts.join('\n').replaceAll(/@font-face\s*\{[^}]*\}/g, '');
    copy.querySelector('head')?.append(style);
    return `<!doctype html>${copy.outerHTML}`;
  });
}

/** Serves one page with a service worker that caches the page: the minimal offline start. */
export async function hostOf(
  html: string,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const files: Record<string, [type: string, text: string]> = {
    '/page.html': ['text/html; charset=utf-8', html],
    '/register.html': ['text/html; charset=utf-8', registering],
    '/worker.js': ['text/javascript', worker],
  };
  const server = createServer((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? ['text/plain', ''];
    response.writeHead(text === '' ? 404 : 200, { 'content-type': type }).end(text);
  });
  await new Promise<void>((done) => {
    server.listen(0, done);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}
