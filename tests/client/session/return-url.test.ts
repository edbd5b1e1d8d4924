import { describe, expect, test } from 'vitest';
import { toSafeReturnUrl } from '#client/session/guard.ts';

const origin = 'https://touchline.example';

const hostile = [
  'https://evil.example',
  'http://touchline.example/tips',
  'https://touchline.example/tips',
  'https://touchline.example@evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example/tips',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/tips\\..\\evil',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/\u0000/evil.example',
  '/\u00a0/evil.example',
  '/\u200b/evil.example',
  '/\u202e/evil.example',
  '/\ufeff/evil.example',
  '/..//evil.example',
  '/./\u002f/evil.example',
  '/tips/..//evil.example',
  '/%2e%2e//evil.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://touchline.example/1',
  'file:///etc/passwd',
  'evil.example',
  'tips/my-tips',
  '',
  '?returnUrl=/tips',
  '#/tips',
  '/account/login',
  '/account/login?returnUrl=/account/login',
  '/tips/../account/login',
  `/${'a'.repeat(2001)}`,
];

describe('a return URL after a login', () => {
  test.each(hostile.map((address) => ({ address, shown: JSON.stringify(address).slice(0, 50) })))(
    'cannot be $shown',
    ({ address }) => {
      expect(toSafeReturnUrl(address, origin)).toBeUndefined();
    },
  );

  test.each([undefined, null, 7, true, ['/tips'], { href: '/tips' }])('cannot be %j', (address) => {
    expect(toSafeReturnUrl(address, origin)).toBeUndefined();
  });

  test.each([
    { path: '/', gives: '/' },
    { path: '/tips/my-tips', gives: '/tips/my-tips' },
    { path: '/tips/create?league=soccer_epl', gives: '/tips/create?league=soccer_epl' },
    { path: '/tips#top', gives: '/tips#top' },
    { path: '/tips?next=https://evil.example', gives: '/tips?next=https://evil.example' },
    { path: '/tips/../tipster', gives: '/tipster' },
    { path: '/%2F%2Fevil.example', gives: '/%2F%2Fevil.example' },
  ])('may be $path', ({ path, gives }) => {
    expect(toSafeReturnUrl(path, origin)).toBe(gives);
  });
});
