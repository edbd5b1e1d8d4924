import type { SignUpLink } from '../member/follow-controls.ts';

/** Actions on another member's open tip; for a visitor, links to Sign Up. */
export type TipActions = MemberActions | { signUp: { copy: SignUpLink; book: SignUpLink } };

/** The actions of a logged-in member on a tip. */
export type MemberActions = {
  /** Whether the member has a saved or booked copy. */
  own: 'saved' | 'booked' | undefined;
  copy: () => Promise<void>;
  /** Books the member's copy; makes the copy first if there is none. */
  book: () => Promise<void>;
};
