import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { deviceClock } from '#sync/clock.ts';
import { noticeWords } from '#sync/notification-preference.ts';
import { readCookies } from './cookies.ts';
import { isCatalogue, catalogueCache, sortOut } from './catalogues.ts';
import { isValidResponse } from './valid-response.ts';
import { readMessage } from './messages.ts';
import { isInTheApp, passBy } from './navigation.ts';
import { answerPage } from './page.ts';
import { type Notifier, notifyPushed, openFrom } from './notifications.ts';
import { answerPicture, isPicture } from './pictures.ts';
import { answerPeriodicSync, answerSync, readWakeUp } from './wake-ups.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

// A captive portal's page in place of a file fails the installation, and the browser retries later.
addPlugins([
  {
    async fetchDidSucceed({ request, response }) {
      if (await isValidResponse(request.url, response)) return response;
      throw new Error(`Something other than the app answered for ${request.url}.`);
    },
  },
]);
cleanupOutdatedCaches();
const { precached, catalogues } = sortOut(self.__WB_MANIFEST, self.location.origin);
// The page is answered by its own route, at `/` as well.
precacheAndRoute(precached, { directoryIndex: '' });
const words = catalogueCache(catalogues, self.caches);

// The development server precaches nothing.
if (!import.meta.env.DEV) {
  const appPage = createHandlerBoundToURL('/index.html');
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && isInTheApp(url.pathname),
    async (options) => answerPage(appPage(options), options.url),
  );
}

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPicture(url),
  ({ request, event }) => answerPicture(request, event),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isCatalogue(url),
  ({ request }) => words.answer(request.url),
);

self.addEventListener('install', (event) => {
  event.waitUntil(words.fetchAll());
  event.waitUntil(passBy(event));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(words.deleteOthers());
  // Claimed, so that a first visit works offline before any reload.
  event.waitUntil(self.clients.claim());
});

self.addEventListener('message', (event) => {
  const message = readMessage(event, self.location.origin);
  if (message?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (message?.type === 'FETCH_CATALOGUES') event.waitUntil(words.fetchAll());
});

const background = {
  origin: self.location.origin,
  fetch: self.fetch.bind(self),
  clock: deviceClock,
  random: Math.random,
  locks: self.navigator.locks,
  // Some browsers lack the cookie store.
  cookies: async () => readCookies('cookieStore' in self ? self.cookieStore : undefined),
};
const badge = self.navigator;

async function isWatched(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.some(({ visibilityState }) => visibilityState === 'visible');
}

const notifier: Notifier = {
  isAllowed: () => 'Notification' in self && Notification.permission === 'granted',
  registration: self.registration,
  isWatched,
};

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openFrom(event.notification.data, self.clients));
});

self.addEventListener('push', (event) => {
  event.waitUntil(notifyPushed(pushedIn(event), noticeWords, notifier));
});

function pushedIn({ data }: PushEvent): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

self.addEventListener('sync', (event) => {
  const wakeUp = readWakeUp(event);
  if (!wakeUp || !(event instanceof ExtendableEvent)) return;
  event.waitUntil(answerSync(wakeUp, { background, badge, notifier }));
});
self.addEventListener('periodicsync', (event) => {
  const wakeUp = readWakeUp(event);
  if (!wakeUp || !(event instanceof ExtendableEvent)) return;
  event.waitUntil(answerPeriodicSync(wakeUp, { background, badge, notifier }));
});
