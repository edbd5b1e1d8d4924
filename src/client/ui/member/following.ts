import type { ComponentProps } from 'react';
import type { DeviceTag } from '../tag.tsx';
import type { SignUpLink } from './sign-up-link.ts';

/** The reader's follow of a tipster, with its actions. */
export type Following = {
  /** The link for a visitor's tap on Follow. */
  signUp: SignUpLink;
  reader: 'stranger' | 'member' | 'themselves';
  /** The stored state. */
  following: boolean;
  /** The tapped state while it is being stored; only the look changes, not the text. */
  pressed: boolean;
  /** The state of a pending change. */
  device: ComponentProps<typeof DeviceTag>['state'] | undefined;
  follow: () => void;
  /** Unfollows at once, with an undo. */
  unfollow: () => void;
};
