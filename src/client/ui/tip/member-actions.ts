import type { SignUpLink } from '../member/follow-controls.ts';

/** Actions on another member's open tip; for a visitor, links to Sign Up. */
export type TipActions = MemberActions | { signUp: { copy: SignUpLink; book: SignUpLink } };

/** The actions of a logged-in member on a tip. */
export type MemberActions = {
  /** The state of the member's own copy, if there is a saved or booked copy. */
  own: 'saved' | 'booked' | undefined;
  copy: () => Promise<void>;
  /** Books the member's copy; first makes a copy if there is none. */
  book: () => Promise<void>;
};
