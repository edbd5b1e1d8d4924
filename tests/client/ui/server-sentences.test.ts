import { i18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { messageOf } from '#contract/problem.ts';
import { loadMessages } from '#client/data/language.ts';
import { describeServerReason } from '#client/ui/messages/problems.ts';

describe('a message of the server', () => {
  test.each([
    { message: '[ServerError401]', shown: 'Please log in, then try again.' },
    { message: '[ServerError403]', shown: 'Your account may not do this.' },
    { message: '[ServerError404]', shown: 'This is not there any more.' },
    {
      message: '[ServerError500]',
      shown: 'Something went wrong on the server’s side. Try again a little later.',
    },
    { message: '[ErrorNotificationTitle]: no', shown: 'Error: no' },
    { message: '[SomethingNobodyKnows]', shown: 'The server could not do this.' },
    { message: 'Wrong name or password', shown: 'Wrong name or password' },
    { message: 'Kick-off [home side]', shown: 'Kick-off [home side]' },
  ])('shows $message as "$shown"', async ({ message, shown }) => {
    await loadMessages('en', async () => ({ messages: {} }));

    expect(describeServerReason({ code: 'refused', message })).toBe(shown);
  });

  test('is translated if it is a message of a Touchline server', async () => {
    const english = messageOf('wrong-credentials');
    await loadMessages('en', async () => ({ messages: {} }));
    const spoken: string[] = [];
    i18n.setMessagesCompiler((message) => [message]);
    i18n.on('missing', ({ id }) => spoken.push(id));

    expect(describeServerReason({ code: 'wrong-credentials', message: english })).toBe(english);
    expect(spoken).not.toEqual([]);
  });

  test('is shown unchanged if a foreign server uses a known code with another message', () => {
    const refusal = { code: 'wrong-credentials', message: 'Compte inconnu' };

    expect(describeServerReason(refusal)).toBe('Compte inconnu');
  });
});
