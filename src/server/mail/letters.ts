import type { MessageDescriptor } from '@lingui/core';

import { msg } from '../platform/translations.ts';

/** The texts of a mail before and after its link. */
type Letter = {
  subject: MessageDescriptor;
  before: MessageDescriptor;
  /** Label of the link, a button in the HTML version. */
  button: MessageDescriptor;
  after: readonly MessageDescriptor[];
};

export type LetterName = keyof typeof letters;

export const mailGreeting = msg`Hello,`;
export const mailSignature = msg`Tips among people. 18+ only; please bet responsibly.`;

const choosePasswordText = msg({ message: 'Choose a new password', context: 'mail' });

const chooseGuardPasswordText = msg({ message: 'Choose a new password', context: 'login guard' });
const guardWasYouText = msg({
  message: 'It was you? Then there is nothing to do.',
  context: 'login guard',
});

/** The texts of all mails; `{account}` is replaced by the masked address of an account. */
export const letters = {
  activation: {
    subject: msg`Activate your Touchline account`,
    before: msg`Please open this link to activate your account:`,
    button: msg`Activate my account`,
    after: [
      msg`It works once, and for 24 hours. If it has run out, ask for a new one where you log in.`,
      msg`The account then has the name and the password of this registration, and whoever is logged in to it is logged out.`,
      msg`You did not register? Then do nothing. Without the link nobody can post under your address.`,
    ],
  },
  registeredAgain: {
    subject: msg`Your Touchline account is waiting to be activated`,
    before: msg`Somebody registered with your address again. If it was you, please open this link: the account then has the name and the password of this registration, not of an earlier one.`,
    button: msg`Activate my account`,
    after: [
      msg`It works once, and for 24 hours.`,
      msg`You did not register just now? Then do not open it: whoever did would have your account.`,
    ],
  },
  registeredTwice: {
    subject: msg`Choose a password to activate your Touchline account`,
    before: msg`Your address was registered more than once, perhaps by somebody else. Please open this link to choose a password: it activates the account, and every other password ends.`,
    button: choosePasswordText,
    after: [
      msg`It works once, and for ten minutes.`,
      msg`You did not register? Then do nothing. Without the link nobody can post under your address.`,
    ],
  },
  alreadyRegistered: {
    subject: msg`You already have a Touchline account`,
    before: msg`Somebody used your address for a new account. You already have one, and nothing about it was changed. You can log in here:`,
    button: msg`Log in`,
    after: [msg`It was not you? Then there is nothing to do.`],
  },
  reset: {
    subject: msg`Choose a new Touchline password`,
    before: msg`Please open this link to choose a new password:`,
    button: choosePasswordText,
    after: [
      msg`It works once, and for ten minutes. Everybody who is logged in to your account is logged out then.`,
      msg`You did not ask for it? Then do nothing. Your password stays as it is.`,
    ],
  },
  passwordChanged: {
    subject: msg`Your Touchline password was changed`,
    before: msg`The password of your account was changed, and every other device was logged out. It was not you? Then choose a new password at once:`,
    button: choosePasswordText,
    after: [msg`It was you? Then there is nothing to do.`],
  },
  emailChangeRequested: {
    subject: msg`Somebody wants to change the email of your Touchline account`,
    before: msg`Somebody who knows your password asked to give your account another email. Nothing has changed yet. It was not you? Then choose a new password at once:`,
    button: choosePasswordText,
    after: [msg`It was you? Then open the link in the mail to your new address.`],
  },
  emailConfirm: {
    subject: msg`Confirm the new email of your Touchline account`,
    before: msg`Please open this link to make this address the email of the Touchline account that now has {account}:`,
    button: msg`Confirm this email`,
    after: [
      msg`It works once, and for 24 hours, where you are logged in to that account or know its password.`,
      msg`Is that account not yours? Then do nothing, and enter no password there.`,
    ],
  },
  emailChanged: {
    subject: msg`The email of your Touchline account was changed`,
    before: msg`Your account has another email from now on. It was not you? This link takes the change back, logs everybody out and lets you choose a new password:`,
    button: msg`Take the change back`,
    after: [msg`The link works for seven days.`, msg`It was you? Then there is nothing to do.`],
  },
  emailMade: {
    subject: msg`This is the email of your Touchline account now`,
    before: msg`You log in with this address from now on:`,
    button: msg`Log in`,
    after: [msg`For a week the mailbox you had can take the change back.`],
  },
  emailUndone: {
    subject: msg`This is the email of your Touchline account again`,
    before: msg`The change of your email was taken back and everybody was logged out. Open this link to choose a new password, with which you log in:`,
    button: choosePasswordText,
    after: [msg`It works once, and for ten minutes. You can ask for another where you log in.`],
  },
  guardAdded: {
    subject: msg`Something was added to your Touchline login`,
    before: msg`An authenticator app or a passkey was added to your account. It was not you? This link removes it and all that was added later, logs everybody out and lets you choose a new password:`,
    button: msg({ message: 'Remove it', context: 'mail' }),
    after: [
      msg`The link works once, and for seven days. A change of your email since then is taken back as well.`,
      guardWasYouText,
    ],
  },
  guardRemoved: {
    subject: msg`Something was removed from your Touchline login`,
    before: msg`An authenticator app or a passkey was removed from your account. It was not you? Then choose a new password at once, and look at your settings:`,
    button: chooseGuardPasswordText,
    after: [guardWasYouText],
  },
  guardTakenBack: {
    subject: msg`What was added to your Touchline login is removed`,
    before: msg`The authenticator app or passkey is removed and everybody was logged out. Open this link to choose a new password, with which you log in:`,
    button: chooseGuardPasswordText,
    after: [
      msg({
        message: 'It works once, and for ten minutes. You can ask for another where you log in.',
        context: 'login guard',
      }),
    ],
  },
} satisfies Record<string, Letter>;
