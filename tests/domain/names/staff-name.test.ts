import { expect, test } from 'vitest';

import { isStaffName } from '#domain/names/staff-name.ts';

test.each([
  'Touchline',
  'The Touchline Crew',
  'Touch Line',
  'T.o.u.c.h.l.i.n.e',
  'TouchlineHQ',
  'ADMIN',
  'Ádmín',
  'admin1',
  '2026 Admins',
  '4dm1n',
  'Admln',
  'adrnin',
  '@dm!n',
  'Ａｄｍｉｎ',
  'Ⓐⓓⓜⓘⓝ',
  '🅐🅓🅜🅘🅝',
  '🇦🇩🇲🇮🇳',
  'ᴀᴅᴍɪɴ',
  'ꓮꓓꓟꓲꓠ',
  'Админ',
  'AdminTeam',
  'Ada Support',
  '$upp0rt',
  'Official Ada',
  'Moderator',
  'Moderadora',
  'Suporte',
  'Modératrice',
  'MODERATEUR',
  'Assistance',
  'Administração',
  'Soporte Oficial',
  'Msimamizi',
  'Msaada',
  'المشرف',
  'الدعم',
  'أدمن',
  'رسمي',
])('%s is a name of the site’s staff', (name) => {
  expect(isStaffName(name)).toBe(true);
});

test('a name of the site’s staff can be in two fields', () => {
  expect(isStaffName('Ada', 'Obi')).toBe(false);
  expect(isStaffName('Touch', 'Line')).toBe(true);
});

test.each([
  'Badminton Ada',
  'Adam Minh',
  'Tad Minogue',
  'Oficialdegui',
  'Modesto Rato',
  'Rasmus Lind',
  'Amara Okafor',
  'Иван Петров',
  'محمد صلاح',
  '李 小龙',
])('%s is not a name of the site’s staff', (name) => {
  expect(isStaffName(name)).toBe(false);
});
