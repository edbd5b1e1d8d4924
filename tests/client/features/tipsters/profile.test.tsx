import { useState } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { EditProfilePage } from '#client/features/tipsters/edit-profile-page.tsx';
import { ProfileForm } from '#client/features/tipsters/profile-form.tsx';
import { TipsterPage } from '#client/features/tipsters/tipster-page.tsx';
import { isProfilePostponed } from '#client/session/preferences.ts';
import { profile, memberId, tipsterId, tokenOf } from '../../../testing/engine/samples.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import { aPhone, aScreen, type Screen, aPhoneOf } from '../../../testing/components/a-screen.tsx';
import { aTipster } from '../../../testing/components/a-tipster.ts';

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
  test('names each of the six missing fields, and saves nothing', async () => {
    const screen = await aProfileForm();

    await screen.presses('Save Changes');

    await screen.shows('First Name is required');
    for (const words of [
      'Last Name is required',
      'Country is required',
      'Phone is required',
      'State is required',
      'Address is required',
    ]) {
      expect(screen.text()).toContain(words);
    }
    expect(await screen.pending()).toEqual([]);
  });

  test.each([
    { field: 'First Name', text: 'a'.repeat(33), words: 'At most 32 characters' },
    { field: 'First Name', text: 'Supp0rt', words: 'kept for the people who run this site' },
    { field: 'Last Name', text: 'Obi #K7B', words: 'A name needs letters' },
  ])('refuses $text as $field, with a message at its field', async ({ field, text, words }) => {
    const screen = await aProfileForm(full);

    await screen.types(field, text);
    await screen.presses('Save Changes');

    await screen.shows(words);
    expect(await screen.pending()).toEqual([]);
  });

  test('lets an administrator use a name that is reserved for staff', async () => {
    const administrator = { ...session, role: 'administrator' };
    const screen = await aScreen(<ProfileForm profile={full} session={administrator} />, aPhone());

    await screen.types('First Name', 'Touchline');
    await screen.presses('Save Changes');

    await screen.until(() => screen.path() === '/', 'home');
    expect(await screen.pending()).toMatchObject([{ payload: { firstName: 'Touchline' } }]);
  });

  test('can be postponed, and then the home page follows a login', async () => {
    onTestFinished(() => localStorage.clear());
    const screen = await aProfileForm(profile({ firstName: '', lastName: '' }));
    expect(isProfilePostponed(memberId)).toBe(false);

    (await screen.link('Not now')).click();

    await screen.until(() => screen.path() === '/', 'home');
    expect(isProfilePostponed(memberId)).toBe(true);
    expect(await screen.pending()).toEqual([]);
  });

  test('updates every unedited field when a newer profile arrives', async () => {
    function RefreshedForm() {
      const [known, setKnown] = useState(profile({ ...full, firstName: '', lastName: '' }));
      return (
        <>
          <ProfileForm profile={known} session={session} />
          <button type="button" onClick={() => setKnown({ ...full, state: 'Kano' })}>
            Refresh
          </button>
        </>
      );
    }
    const screen = await aScreen(<RefreshedForm />, aPhone());
    await screen.types('Address', '2 Marina');

    await screen.presses('Refresh');
    await screen.presses('Save Changes');

    expect(await screen.queued()).toMatchObject([
      { payload: { firstName: 'Ada', lastName: 'Obi', state: 'Kano', address: '2 Marina' } },
    ]);
  });

  test('removes the member from the list of tipsters with one tick, and says for how long', async () => {
    const screen = await aProfileForm(full);
    expect(screen.text()).toContain('you are out of it for at least 30 days');

    await screen.chooses('Show me in the list of tipsters');
    await screen.presses('Save Changes');

    expect(await screen.queued()).toMatchObject([{ payload: { isTipster: false } }]);
  });

  test('is not ticked for a member who left the list, but for one without a saved profile', async () => {
    const unlisted = await aProfileForm(profile({ ...full, isTipster: false }));
    expect(isTicked(await unlisted.field('Show me in the list of tipsters'))).toBe(false);
    unlisted.leaves();

    const fresh = await aProfileForm(profile({ firstName: '', lastName: '', isTipster: false }));
    expect(isTicked(await fresh.field('Show me in the list of tipsters'))).toBe(true);
  });

  test('is saved on the phone as one operation, and opens the home page', async () => {
    const screen = await aProfileForm(full);
    expect(screen.names('a')).not.toContain('Not now');

    await screen.types('State', 'Abuja');
    await screen.chooses('Show my phone number, state and address to logged-in members');
    await screen.presses('Save Changes');

    await screen.until(() => screen.path() === '/', 'home');
    expect(await screen.pending()).toMatchObject([
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

  test.each([
    { stored: 'NG', shownText: 'Nigeria' },
    // Another client may have stored free text.
    { stored: 'Old Country', shownText: 'Old Country' },
  ])('offers every country by its name, and preserves $stored', async ({ stored, shownText }) => {
    await aProfileForm({ ...full, country: stored });

    const list = document.querySelector<HTMLSelectElement>('select[name=country]');
    expect(list?.value).toBe(stored);
    expect(list?.selectedOptions[0]?.textContent).toBe(shownText);
    expect(list?.options.length).toBeGreaterThan(240);
  });
});

const isTicked = (field: HTMLElement) => field instanceof HTMLInputElement && field.checked;

describe('the picture of a profile', () => {
  test.each([
    // This browser cannot decode pictures.
    { size: 1, shownText: 'This picture cannot be read. Choose a JPEG, PNG or WebP picture.' },
    { size: 31 * 1024 * 1024, shownText: 'This picture is too large. Choose a smaller one.' },
  ])('of $size bytes is refused with a reason', async ({ size, shownText }) => {
    const screen = await aProfileForm(full);
    const file = Object.defineProperty(new File(['x'], 'x.heic'), 'size', { value: size });

    choose(await screen.field('Choose a picture'), file);

    await screen.shows(shownText);
    expect(screen.text()).not.toContain('Saved with your changes.');
  });

  test('is sent together with the form in which it was chosen', async () => {
    stubCanvas();
    const screen = await aProfileForm(full);

    choose(await screen.field('Choose a picture'), new File(['a photo'], 'me.jpg'));
    await screen.shows('Saved with your changes.');
    await screen.presses('Save Changes');

    expect(await screen.queued()).toMatchObject([
      {
        kind: 'picture.set',
        payload: { firstName: 'Ada', type: 'image/webp', bytes: new Uint8Array([9]) },
      },
    ]);
  });
});

function choose(input: HTMLElement, file: File): void {
  Object.defineProperty(input, 'files', { configurable: true, value: [file] });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Replaces the canvas that happy-dom lacks by one that decodes and encodes pictures. */
function stubCanvas(): void {
  const bitmap = { width: 800, height: 600, close: () => undefined };
  vi.stubGlobal('createImageBitmap', async () => bitmap);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() =>
    Object.assign(Object.create(null), { drawImage: () => undefined }),
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    done(new Blob([new Uint8Array([9])], type === undefined ? {} : { type })),
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

test.each([
  { ends: 'ahead', days: 3, isTipster: false, shownText: 'You can be in it again from' },
  { ends: 'ahead of who came back', days: 3, isTipster: true, shownText: 'You are in it again' },
  { ends: 'over', days: -3, isTipster: true, shownText: undefined },
])('an absence from the list that ends $ends is shown as: $shownText', async (row) => {
  const { days, isTipster, shownText } = row;
  const unlistedUntil = new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
  const phone = await aPhoneOf({ ...full, unlistedUntil, isTipster });

  const screen = await aScreen(<EditProfilePage />, phone);
  await screen.button('Save Changes');

  expect(screen.text().includes('You left the list of tipsters')).toBe(shownText !== undefined);
  expect(screen.text()).toContain(shownText ?? '');
});

describe('a name with a mark', () => {
  const words = 'Others see you as Ada Obi #K7B, because an earlier member has a name like yours.';

  test.each([
    { where: 'form', page: <EditProfilePage /> },
    { where: 'page', page: <TipsterPage id={memberId} /> },
  ])('is explained on the member’s own $where', async ({ page }) => {
    const phone = await aPhoneOf({ ...full, publicName: 'Ada Obi #K7B' });
    await phone.publicStore.tipsters.put(aTipster({ id: memberId }));

    const screen = await aScreen(page, phone);
    await screen.shows('Others see you as');

    expect(screen.text()).toContain(words);
  });

  test('is not shown on the page of another member', async () => {
    const phone = await aPhoneOf({ ...full, publicName: 'Ada Obi #K7B' });
    await phone.publicStore.tipsters.put(aTipster({ id: tipsterId }));

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.shows('Recent Tickets');
    expect(screen.text()).not.toContain('Others see you');
  });
});

test('a profile that was never fetched warns that saving replaces it, and keeps typed text after the fetch', async () => {
  const phone = aPhone();
  const line = { is: false };
  const serverTime = new Date().toISOString();
  const rows = { tips: [], removed: [], follows: [], operations: [] };
  const engine = anAnsweredEngine(phone, ({ pathname }) =>
    line.is && pathname === '/api/sync'
      ? { body: { ...rows, profile: full, cursor: 1, serverTime, more: false } }
      : undefined,
  );
  const screen = await aScreen(<EditProfilePage />, phone, { engine, isOnline: true });
  await screen.shows('Your profile could not be fetched. What you save here takes its place.');

  await screen.types('Last Name', 'King');

  line.is = true;
  await screen.presses('Retry');

  const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;
  await screen.until(() => field('firstName') === 'Ada', 'the name');
  expect(field('lastName')).toBe('King');
  expect(screen.text()).not.toContain('Your profile could not be fetched.');
});
