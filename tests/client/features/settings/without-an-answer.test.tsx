import { expect, onTestFinished, test, vi } from 'vitest';
import { EngineContext } from '#client/data/device/engine-state.ts';
import { EmailChange } from '#client/features/settings/email-change.tsx';
import { PasswordChange } from '#client/features/settings/password-change.tsx';
import { aBackend, configuration } from '../../../testing/components/a-backend.ts';
import { aPhone, aScreen, type Screen } from '../../../testing/components/a-screen.tsx';

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

type FormCase = (typeof forms)[number];

async function fill(screen: Screen, { fields, button }: FormCase): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await screen.types(label, text);
  await screen.presses(button);
}

test.each(forms)('$what without a response is reported as possibly changed', async (formCase) => {
  // `navigator.onLine` being false does not prove that the request was not sent.
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => network.mockRestore());
  const { requests } = aBackend({});
  const screen = await aScreen(formCase.form, aPhone(), { configuration });

  await fill(screen, formCase);

  await screen.shows(formCase.perhaps);
  expect(requests).toHaveLength(1);
  expect(screen.toasts).toEqual([]);
});

test.each(forms)('$what is reported as unchanged if no request was sent', async (formCase) => {
  const { requests } = aBackend({});
  const screen = await aScreen(
    <EngineContext value={{ ...failed, retry: () => undefined }}>{formCase.form}</EngineContext>,
    aPhone(),
  );

  await fill(screen, formCase);

  await screen.shows('There is no connection to the server right now. Nothing was lost');
  expect(requests).toEqual([]);
  expect(screen.text()).not.toContain(formCase.perhaps);
});
