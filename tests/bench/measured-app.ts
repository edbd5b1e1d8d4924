import type { Caller } from '../testing/server/api-caller.ts';

/** A measured screen, with a selector of its rows. */
export type Screen = { path: string; rows: string; count: number; as: 'member' | 'administrator' };

const anything = { rows: 'main h1', count: 1 };

export const home: Screen = { path: '/', rows: 'main li', count: 3, as: 'member' };
export const myTips: Screen = {
  path: '/tips/my-tips',
  rows: 'main article',
  count: 20,
  as: 'member',
};
/** The number of rows in a phone's window. */
export const topOfMyTips: Screen = { ...myTips, count: 2 };

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

/** The stored login of a browser. */
export function loggedIn(origin: string, { token, memberId }: Caller) {
  const login = {
    token,
    userId: JSON.stringify(memberId),
    currentUser: JSON.stringify({ access_token: token, userId: memberId }),
  };
  const localStorage = Object.entries(login).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin, localStorage }] };
}
