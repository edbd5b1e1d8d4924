/** Texts of a mail around its one link. */
type Letter = {
  subject: string;
  /** Before the link; `{account}` in the mail to a new address is its account's address, masked. */
  before: string;
  /** On the button that is the link, where a mail program shows one. */
  button: string;
  /** After the link. */
  after: readonly string[];
};

/** All mails in one language. */
export type Words = {
  hello: string;
  signature: string;
  activation: Letter;
  registeredAgain: Letter;
  registeredTwice: Letter;
  alreadyRegistered: Letter;
  reset: Letter;
  passwordChanged: Letter;
  emailAsked: Letter;
  emailConfirm: Letter;
  emailChanged: Letter;
  emailMade: Letter;
  emailUndone: Letter;
  guardAdded: Letter;
  guardRemoved: Letter;
  guardTakenBack: Letter;
};
