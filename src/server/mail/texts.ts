/** Subject and body of a mail. */
export type Text = { subject: string; body: string };

const signature = 'Touchline\nTips among people. 18+ only; please bet responsibly.';

/** No mail repeats what somebody typed into a form: it would deliver a stranger's words for us. */
function text(subject: string, paragraphs: readonly string[]): Text {
  return { subject, body: `${[...paragraphs, `-- \n${signature}`].join('\n\n')}\n` };
}

export function activationText(link: string): Text {
  return text('Activate your Touchline account', [
    'Hello,',
    'Please open this link to activate your account:',
    link,
    'It works once, and for 24 hours. If it has run out, ask for a new one where you log in.',
    'The account then has the name and the password of this registration, and whoever is logged in ' +
      'to it is logged out.',
    'You did not register? Then do nothing. Without the link nobody can post under your address.',
  ]);
}

/** For whoever cannot log in any more. */
export function resetText(link: string): Text {
  return text('Choose a new Touchline password', [
    'Hello,',
    'Please open this link to choose a new password:',
    link,
    'It works once, and for ten minutes. Everybody who is logged in to your account is logged out then.',
    'You did not ask for it? Then do nothing. Your password stays as it is.',
  ]);
}

/** For an address that is registered, not activated yet, and registered once more. */
export function registeredAgainText(link: string): Text {
  return text('Your Touchline account is waiting to be activated', [
    'Hello,',
    'Somebody registered with your address again. If it was you, please open this link: the ' +
      'account then has the name and the password of this registration, not of an earlier one.',
    link,
    'It works once, and for 24 hours.',
    'You did not register just now? Then do not open it: whoever did would have your account.',
  ]);
}

/** For whoever asks for a link to activate an account for which several people may have registered. */
export function registeredTwiceText(link: string): Text {
  return text('Choose a password to activate your Touchline account', [
    'Hello,',
    'Your address was registered more than once, perhaps by somebody else. Please open this link ' +
      'to choose a password: it activates the account, and every other password ends.',
    link,
    'It works once, and for ten minutes.',
    'You did not register? Then do nothing. Without the link nobody can post under your address.',
  ]);
}

/** For an address that is registered and activated. */
export function alreadyRegisteredText(loginLink: string): Text {
  return text('You already have a Touchline account', [
    'Hello,',
    'Somebody registered with your address. You already have an account, and nothing about it ' +
      'was changed. You can log in here:',
    loginLink,
    'It was not you? Then there is nothing to do.',
  ]);
}

/** For whoever changed their password, or whose password somebody else changed. */
export function passwordChangedText(resetLink: string): Text {
  return text('Your Touchline password was changed', [
    'Hello,',
    'The password of your account was changed, and everybody else who was logged in to it is ' +
      'logged out.',
    'It was not you? Then choose a new password at once:',
    resetLink,
  ]);
}
