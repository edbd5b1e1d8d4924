import type { ComponentProps } from 'react';
import type { ChangeStateTag } from '../tag.tsx';

/** Leads a visitor to Sign Up; the tap is stored and carried out after the login. */
export type SignUpLink = {
  to: '/account/register';
  search: { returnUrl: string; aim: 'follow' | 'copy' | 'book'; tipster: string };
  onClick: () => void;
};

/** The reader's follow of a tipster, with its actions. */
export type FollowControls = {
  /** The link for a visitor's tap on Follow. */
  signUp: SignUpLink;
  reader: 'stranger' | 'member' | 'themselves';
  /** The stored state. */
  following: boolean;
  /** The tapped state while it is being stored; only the look changes, not the text. */
  pressed: boolean;
  /** The state of a pending change. */
  pendingState: ComponentProps<typeof ChangeStateTag>['state'] | undefined;
  follow: () => void;
  /** Unfollows at once, with an undo. */
  unfollow: () => void;
};
