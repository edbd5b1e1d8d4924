import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { deviceClock } from '#sync/clock.ts';
import { readNoticeTexts } from '#sync/notification-preference.ts';
import { readCookies } from './cookies.ts';
import { isCatalogueUrl, createCatalogueCache, separateCatalogues } from './catalogues.ts';
import { isValidResponse } from './valid-response.ts';
import { parseWorkerCommand } from './messages.ts';
import { isAppNavigation, routePastWorker } from './navigation.ts';
import { insertPageSnapshot } from './page.ts';
import { type Notifier, showPushNotification, openNotificationPage } from './notifications.ts';
import { answerPicture, isPictureUrl } from './pictures.ts';
import { handlePeriodicSync, handleSync, parseWakeUp } from './wake-ups.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

// If a captive portal answers for a file, the installation fails and the browser retries later.
addPlugins([
  {
    async fetchDidSucceed({ request, response }) {
      if (await isValidResponse(request.url, response)) return response;
      throw new Error(`Something other than the app answered for ${request.url}.`);
    },
  },
]);
cleanupOutdatedCaches();
const { precached, catalogues } = separateCatalogues(self.__WB_MANIFEST, self.location.origin);
// `/` is answered by the page's own route below.
precacheAndRoute(precached, { directoryIndex: '' });
const catalogueFiles = createCatalogueCache(catalogues, self.caches);

// The development server precaches nothing.
if (!import.meta.env.DEV) {
  const appPage = createHandlerBoundToURL('/index.html');
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && isAppNavigation(url.pathname),
    async (options) => insertPageSnapshot(appPage(options), options.url),
  );
}

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPictureUrl(url),
  ({ request, event }) => answerPicture(request, event),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isCatalogueUrl(url),
  ({ request }) => catalogueFiles.answer(request.url),
);

self.addEventListener('install', (event) => {
  event.waitUntil(catalogueFiles.fetchAll());
  event.waitUntil(routePastWorker(event));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(catalogueFiles.deleteOthers());
  // Claims open pages, so that a first visit works offline without a reload.
  event.waitUntil(self.clients.claim());
});

self.addEventListener('message', (event) => {
  const message = parseWorkerCommand(event, self.location.origin);
  if (message?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (message?.type === 'FETCH_CATALOGUES') event.waitUntil(catalogueFiles.fetchAll());
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
const appBadgeNavigator = self.navigator;

async function isPageVisible(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.some(({ visibilityState }) => visibilityState === 'visible');
}

const notifier: Notifier = {
  isAllowed: () => 'Notification' in self && Notification.permission === 'granted',
  registration: self.registration,
  isPageVisible,
};

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotificationPage(event.notification.data, self.clients));
});

self.addEventListener('push', (event) => {
  event.waitUntil(showPushNotification(parsePushData(event), readNoticeTexts, notifier));
});

function parsePushData({ data }: PushEvent): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

self.addEventListener('sync', (event) => {
  const wakeUp = parseWakeUp(event);
  if (!wakeUp || !(event instanceof ExtendableEvent)) return;
  event.waitUntil(handleSync(wakeUp, { background, badge: appBadgeNavigator, notifier }));
});
self.addEventListener('periodicsync', (event) => {
  const wakeUp = parseWakeUp(event);
  if (!wakeUp || !(event instanceof ExtendableEvent)) return;
  event.waitUntil(handlePeriodicSync(wakeUp, { background, badge: appBadgeNavigator, notifier }));
});
