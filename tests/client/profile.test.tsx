// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { ProfileForm } from '#client/features/tipsters/profile-form.tsx';
import { profile } from '../sync/support/samples.ts';
import { memberId, tokenOf } from '../sync/support/samples.ts';
import { aPhone, aScreen, type Screen } from './support/a-screen.tsx';

const session = {
  memberId,
  email: 'ada@example.org',
  role: 'member',
  token: tokenOf(memberId),
  expiresAt: undefined,
  issuedAt: undefined,
};

const full = profile({
  firstName: 'Ada',
  lastName: 'Obi',
  country: 'NG',
  phoneNumber: '+234 800 000 0000',
  state: 'Lagos',
  address: '1 Marina',
});

async function aProfileForm(known?: ReturnType<typeof profile>): Promise<Screen> {
  const screen = await aScreen(<ProfileForm profile={known} session={session} />, aPhone());
  await screen.button('Save Changes');
  return screen;
}

describe('the profile form', () => {
  test('asks for all six fields, each in its own words, and queues nothing until then', async () => {
    const screen = await aProfileForm();

    await screen.presses('Save Changes');

    await screen.says('First Name is required');
    for (const words of [
      'Last Name is required',
      'Country is required',
      'Phone is required',
      'State is required',
      'Address is required',
    ]) {
      expect(screen.text()).toContain(words);
    }
    expect(await screen.owes()).toEqual([]);
  });

  test.each([
    { what: '32 letters', text: 'a'.repeat(32), fits: true },
    { what: '33 letters', text: 'a'.repeat(33), fits: false },
    // What looks like one sign is counted as one, however it is stored.
    { what: '32 flags of one code point each', text: '⚽'.repeat(32), fits: true },
    { what: '32 signs outside the first plane', text: '𝓐'.repeat(32), fits: true },
    { what: '33 signs outside the first plane', text: '𝓐'.repeat(33), fits: false },
  ])('takes $what: $fits', async ({ text, fits }) => {
    const screen = await aProfileForm(full);

    await screen.types('First Name', text);
    await screen.presses('Save Changes');

    if (fits) {
      await screen.until(async () => (await screen.owes()).length === 1, 'saved on this phone');
    } else {
      await screen.says('At most 32 characters');
      expect(await screen.owes()).toEqual([]);
    }
  });

  test('is saved on the phone as one operation, and leads home', async () => {
    const screen = await aProfileForm(full);

    await screen.types('State', 'Abuja');
    await screen.chooses('Show my phone number to signed-in members');
    await screen.presses('Save Changes');

    await screen.until(() => screen.path() === '/', 'home');
    expect(await screen.owes()).toMatchObject([
      {
        kind: 'profile.save',
        state: 'pending',
        payload: {
          id: memberId,
          email: full.email,
          firstName: 'Ada',
          country: 'NG',
          state: 'Abuja',
          showPhone: !full.showPhone,
        },
      },
    ]);
    expect(screen.toasts).toMatchObject([{ title: 'Saved on this phone' }]);
  });

  test('offers countries by their names and stores their codes', async () => {
    await aProfileForm(full);

    const list = document.querySelector<HTMLSelectElement>('select[name=country]');
    expect(list?.value).toBe('NG');
    expect(list?.selectedOptions[0]?.textContent).toBe('Nigeria');
    expect(list?.options.length).toBeGreaterThan(240);
  });

  test('keeps a country that was once typed in words', async () => {
    await aProfileForm({ ...full, country: 'Old Country' });

    const list = document.querySelector<HTMLSelectElement>('select[name=country]');
    expect(list?.value).toBe('Old Country');
  });
});
