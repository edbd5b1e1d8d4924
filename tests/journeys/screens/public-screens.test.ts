import { expect } from '@playwright/test';

import { barriersOn } from '../../testing/screen/accessibility.ts';
import { test } from '../../testing/phone/journey.ts';
import { aDemoAdministrator, aDemoMember, aVisitor } from '../../testing/phone/person.ts';

test.use({ phones: 'stay online' });

// One screen of each kind; `npm run audit` checks every screen in every state.
const open = [
  ['/', 'Home'],
  ['/account/register', 'Sign Up Now'],
] as const;
const ofAMember = [
  ['/tips/create', 'Post a tip'],
  ['/tips/my-tips', 'My Saved Tips'],
  ['/sync', 'On this phone'],
] as const;
const ofAnAdministrator = [
  ['/admin/confirm-tickets', 'Confirm Ticket'],
  ['/admin/confirm-tickets?view=games', 'Confirm Ticket'],
  ['/admin/results', 'Results'],
] as const;

const readers = [
  ['a visitor', open, undefined],
  ['a member', ofAMember, aDemoMember],
  ['an administrator', ofAnAdministrator, aDemoAdministrator],
] as const;

for (const [who, screens, person] of readers) {
  test(`the most used screens of ${who} are accessible`, async ({ given, sharedServer }) => {
    const phone = await given.aPhone(sharedServer.origin);
    await person?.(phone).logsIn();

    const barriers: Record<string, string[]> = {};
    for (const [path, heading] of screens) {
      await phone.opens(path);
      await aVisitor(phone).seesHeading(heading);
      await phone.settles();
      await phone.unrolls();
      barriers[path] = await barriersOn(phone.page());
    }

    expect(barriers).toEqual(Object.fromEntries(screens.map(([path]) => [path, []])));
  });
}
