import type { ComponentProps } from 'react';
import type { ChangeStateTag } from '../tag.tsx';

/** A link to Sign Up that stores the visitor's tap, which is executed after the login. */
export type SignUpLink = {
  to: '/account/register';
  search: { returnUrl: string; aim: 'follow' | 'copy' | 'book'; tipster: string };
  onClick: () => void;
};

/** Whether the reader follows a tipster, and the functions to change it. */
export type FollowControls = {
  /** The link that replaces the button for a visitor. */
  signUp: SignUpLink;
  reader: 'stranger' | 'member' | 'themselves';
  /** The stored state. */
  following: boolean;
  /** The new state while a tap is being stored; it changes the look, not the text. */
  pressed: boolean;
  /** The state of a queued change. */
  pendingState: ComponentProps<typeof ChangeStateTag>['state'] | undefined;
  follow: () => void;
  /** Unfollows at once; a message offers an undo. */
  unfollow: () => void;
};
