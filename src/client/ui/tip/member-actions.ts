import type { SignUpLink } from '../member/follow-controls.ts';

/** Actions on another member's open tip; a visitor gets links to Sign Up instead. */
export type TipActions = MemberActions | { signUp: { copy: SignUpLink; book: SignUpLink } };

/** A member's actions on a tip. */
export type MemberActions = {
  /** The state of the reader's own copy, if there is one. */
  own: 'saved' | 'booked' | undefined;
  copy: () => Promise<void>;
  /** Books the own copy, after making one if needed. */
  book: () => Promise<void>;
};
