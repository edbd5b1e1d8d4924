// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Configuration } from '#contract/site.ts';
import { RunningContext } from '#client/data/device/running.ts';
import { EmailChange } from '#client/features/settings/email-change.tsx';
import { PasswordChange } from '#client/features/settings/password-change.tsx';
import { aBackend } from './support/a-backend.ts';
import { aPhone, aScreen, type Screen } from './support/a-screen.tsx';

const configuration = Configuration.parse({ apiBaseUrl: 'http://api.test', oddsBaseUrl: '/odds' });
const failed = { engine: undefined, configuration: undefined, failure: 'No connection' };
const ends = { onChanged: async () => undefined, onClose: () => undefined };

const forms = [
  {
    what: 'a new password',
    form: <PasswordChange guards={[]} {...ends} />,
    fields: {
      'Your password now': 'an old song',
      'New password': 'a song from the terrace',
      'Confirm password': 'a song from the terrace',
    },
    button: 'Change my password',
    perhaps: 'Your password may be changed already',
  },
  {
    what: 'a new email',
    form: <EmailChange email="ada@example.org" {...ends} />,
    fields: { 'New email': 'ada@example.com', Password: 'an old song' },
    button: 'Change my email',
    perhaps: 'If the mail is there all the same, its link works',
  },
];

type Given = (typeof forms)[number];

async function fill(screen: Screen, { fields, button }: Given): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await screen.types(label, text);
  await screen.presses(button);
}

/** Sets the browser's report on the network, which proves nothing. */
function theBrowserSays(onLine: boolean): void {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  onTestFinished(() => network.mockRestore());
}

describe.each(forms)('$what that got no answer', (given) => {
  test.each([true, false])('may be there all the same, network or not: %s', async (onLine) => {
    theBrowserSays(onLine);
    const { asked } = aBackend({});
    const screen = await aScreen(given.form, aPhone(), { configuration });

    await fill(screen, given);

    await screen.says(given.perhaps);
    expect(asked).toHaveLength(1);
    expect(screen.toasts).toEqual([]);
  });

  test('is not there where nothing was asked', async () => {
    const { asked } = aBackend({});
    const screen = await aScreen(
      <RunningContext value={{ ...failed, retry: () => undefined }}>{given.form}</RunningContext>,
      aPhone(),
    );

    await fill(screen, given);

    await screen.says('There is no connection to the server right now. Nothing was lost');
    expect(asked).toEqual([]);
    expect(screen.text()).not.toContain(given.perhaps);
  });
});
