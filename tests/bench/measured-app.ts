import type { Caller } from '../support/api-caller.ts';

/** A screen that is measured, and how its rows are recognised. */
export type Screen = { path: string; rows: string; count: number; as: 'member' | 'administrator' };

const anything = { rows: 'main h1', count: 1 };

export const home: Screen = { path: '/', rows: 'main li', count: 3, as: 'member' };
export const myTips: Screen = {
  path: '/tips/my-tips',
  rows: 'main article',
  count: 20,
  as: 'member',
};
/** As many of them as a phone's window shows. */
export const topOfMyTips: Screen = { ...myTips, count: 4 };

export const otherScreens: readonly Screen[] = [
  ...[
    '/tips',
    '/tips/create',
    '/tips/booked-ticket',
    '/tipster',
    '/tipster/edit-profile',
    '/account/login',
    '/account/register',
    '/competitions',
    '/sync',
    '/help',
  ].map((path): Screen => ({ path, ...anything, as: 'member' })),
  ...['/admin', '/admin/tickets', '/admin/confirm-tickets'].map((path): Screen => ({
    path,
    ...anything,
    as: 'administrator',
  })),
];

/** What a browser keeps of a login. */
export function loggedIn(origin: string, { token, memberId }: Caller) {
  const kept = {
    token,
    userId: JSON.stringify(memberId),
    currentUser: JSON.stringify({ access_token: token, userId: memberId }),
  };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin, localStorage }] };
}
