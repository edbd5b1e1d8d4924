import type { ManifestOptions } from 'vite-plugin-pwa';

/** What a phone is told when the app is put on its home screen. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Touchline: football tipsters',
  short_name: 'Touchline',
  description: 'Football tips that survive a bad line.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  lang: 'en',
  dir: 'ltr',
  categories: ['sports', 'social'],
  theme_color: '#12532f',
  background_color: '#f6f5ef',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Post a tip', url: '/tips/create' },
    { name: 'My tips', url: '/tips/my-tips' },
    { name: 'Booked', url: '/tips/booked-ticket' },
    { name: 'Competitions', url: '/competitions' },
  ],
};
