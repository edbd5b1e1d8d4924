/** The first part of every address that the app itself reads, also of short ones that lead to another. */
const firstParts = new Set([
  'account',
  'admin',
  'booked-ticket',
  'competitions',
  'edit-profile',
  'errors',
  'help',
  'home',
  'inbox',
  'login',
  'my-tips',
  'play-responsibly',
  'pools',
  'privacy',
  'profile',
  'register',
  'settings',
  'sync',
  'terms',
  'tip',
  'tip-details',
  'tips',
  'tipster',
]);

/** Whether a path belongs to the app: no file and no call is below one of its first parts. */
export function isPage(path: string): boolean {
  const [, first = ''] = path.split('/');
  return path === '/' || firstParts.has(first);
}
