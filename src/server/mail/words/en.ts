import type { Words } from './words.ts';

export const en: Words = {
  hello: 'Hello,',
  signature: 'Tips among people. 18+ only; please bet responsibly.',
  activation: {
    subject: 'Activate your Touchline account',
    before: 'Please open this link to activate your account:',
    button: 'Activate my account',
    after: [
      'It works once, and for 24 hours. If it has run out, ask for a new one where you log in.',
      'The account then has the name and the password of this registration, and whoever is logged in to it is logged out.',
      'You did not register? Then do nothing. Without the link nobody can post under your address.',
    ],
  },
  registeredAgain: {
    subject: 'Your Touchline account is waiting to be activated',
    before:
      'Somebody registered with your address again. If it was you, please open this link: the account then has the name and the password of this registration, not of an earlier one.',
    button: 'Activate my account',
    after: [
      'It works once, and for 24 hours.',
      'You did not register just now? Then do not open it: whoever did would have your account.',
    ],
  },
  registeredTwice: {
    subject: 'Choose a password to activate your Touchline account',
    before:
      'Your address was registered more than once, perhaps by somebody else. Please open this link to choose a password: it activates the account, and every other password ends.',
    button: 'Choose a new password',
    after: [
      'It works once, and for ten minutes.',
      'You did not register? Then do nothing. Without the link nobody can post under your address.',
    ],
  },
  alreadyRegistered: {
    subject: 'You already have a Touchline account',
    before:
      'Somebody used your address for a new account. You already have one, and nothing about it ' +
      'was changed. You can log in here:',
    button: 'Log in',
    after: ['It was not you? Then there is nothing to do.'],
  },
  reset: {
    subject: 'Choose a new Touchline password',
    before: 'Please open this link to choose a new password:',
    button: 'Choose a new password',
    after: [
      'It works once, and for ten minutes. Everybody who is logged in to your account is ' +
        'logged out then.',
      'You did not ask for it? Then do nothing. Your password stays as it is.',
    ],
  },
  passwordChanged: {
    subject: 'Your Touchline password was changed',
    before:
      'The password of your account was changed, and every other device was logged out. It was ' +
      'not you? Then choose a new password at once:',
    button: 'Choose a new password',
    after: ['It was you? Then there is nothing to do.'],
  },
  emailAsked: {
    subject: 'Somebody wants to change the email of your Touchline account',
    before:
      'Somebody who knows your password asked to give your account another email. Nothing has ' +
      'changed yet. It was not you? Then choose a new password at once:',
    button: 'Choose a new password',
    after: ['It was you? Then open the link in the mail to your new address.'],
  },
  emailConfirm: {
    subject: 'Confirm the new email of your Touchline account',
    before:
      'Please open this link to make this address the email of the Touchline account that now has {account}:',
    button: 'Confirm this email',
    after: [
      'It works once, and for 24 hours, where you are logged in to that account or know its password.',
      'Is that account not yours? Then do nothing, and enter no password there.',
    ],
  },
  emailChanged: {
    subject: 'The email of your Touchline account was changed',
    before:
      'Your account has another email from now on. It was not you? This link takes the change ' +
      'back, logs everybody out and lets you choose a new password:',
    button: 'Take the change back',
    after: ['The link works for seven days.', 'It was you? Then there is nothing to do.'],
  },
  emailMade: {
    subject: 'This is the email of your Touchline account now',
    before: 'You log in with this address from now on:',
    button: 'Log in',
    after: ['For a week the mailbox you had can take the change back.'],
  },
  emailUndone: {
    subject: 'This is the email of your Touchline account again',
    before:
      'The change of your email was taken back and everybody was logged out. Open this link to ' +
      'choose a new password, with which you log in:',
    button: 'Choose a new password',
    after: ['It works once, and for ten minutes. You can ask for another where you log in.'],
  },
  guardAdded: {
    subject: 'Something was added to your Touchline login',
    before:
      'An authenticator app or a passkey was added to your account. It was not you? This link removes it and all that was added later, logs everybody out and lets you choose a new password:',
    button: 'Remove it',
    after: [
      'The link works once, and for seven days. A change of your email since then is taken back as well.',
      'It was you? Then there is nothing to do.',
    ],
  },
  guardRemoved: {
    subject: 'Something was removed from your Touchline login',
    before:
      'An authenticator app or a passkey was removed from your account. It was not you? Then choose a new password at once, and look at your settings:',
    button: 'Choose a new password',
    after: ['It was you? Then there is nothing to do.'],
  },
  guardTakenBack: {
    subject: 'What was added to your Touchline login is removed',
    before:
      'The authenticator app or passkey is removed and everybody was logged out. Open this link to choose a new password, with which you log in:',
    button: 'Choose a new password',
    after: ['It works once, and for ten minutes. You can ask for another where you log in.'],
  },
};
