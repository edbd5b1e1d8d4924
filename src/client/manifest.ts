import type { ManifestOptions } from 'vite-plugin-pwa';

const icon = { src: '/icon-192.png', sizes: '192x192', type: 'image/png' };

/** The web app manifest. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Touchline: football tipsters',
  short_name: 'Touchline',
  description: 'Football tips that survive a bad connection.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  lang: 'en',
  dir: 'ltr',
  categories: ['sports', 'social'],
  theme_color: '#12532f',
  background_color: '#f4f3ec',
  icons: [
    icon,
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Post a tip', url: '/tips/create', icons: [icon] },
    { name: 'My tips', url: '/tips/my-tips', icons: [icon] },
    { name: 'Booked', url: '/tips/booked-ticket', icons: [icon] },
    { name: 'Competitions', url: '/competitions', icons: [icon] },
  ],
  // A text shared to the installed app becomes a search for tips.
  share_target: {
    action: '/tips',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { text: 'search' },
  },
};

type Screenshot = NonNullable<ManifestOptions['screenshots']>[number];

/**
 * Screenshots for the install dialogs of phone and desktop. List only files that exist in public/.
 */
export const screenshots: Screenshot[] = [
  createNarrowScreenshot('home', 'The next games, tipsters and their records'),
  createNarrowScreenshot('create', 'Every game is a row of keys'),
  createNarrowScreenshot('profile', 'A record nobody can polish'),
  {
    src: '/screenshots/create-desk.png',
    sizes: '1280x800',
    type: 'image/png',
    form_factor: 'wide',
    label: 'Leagues, games and slip side by side',
  },
];

function createNarrowScreenshot(name: string, label: string): Screenshot {
  return {
    src: `/screenshots/${name}-phone.png`,
    sizes: '390x844',
    type: 'image/png',
    form_factor: 'narrow',
    label,
  };
}
