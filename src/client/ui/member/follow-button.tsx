import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { ChangeStateTag } from '../tag.tsx';
import { Button, LinkButton } from '../button.tsx';
import { joinClasses } from '../classes.ts';
import { Icon, TickIcon } from '../icon.tsx';
import type { FollowControls } from './follow-controls.ts';

type FollowButtonProps = FollowControls & {
  /** The tipster's name, which distinguishes several of these buttons for screen readers. */
  name: string;
  /** A smaller button for lists, where following is not the main action. */
  small?: boolean;
};

/** The look while a tap is being stored. */
const storingLook = 'aria-busy:opacity-60';

/** Follow or unfollow; visitors sign up first, and nobody can follow themselves. */
export function FollowButton(props: FollowButtonProps) {
  const { name, signUp, reader, following, pressed, pendingState, follow, unfollow } = props;
  const { small = false } = props;
  const look = small || following || pressed ? 'plain' : 'primary';
  const size = small ? 'min-w-24 gap-1! px-2!' : 'flex-1 basis-32 md:max-w-60';
  const tagId = useId();
  const whom = (
    <span className="sr-only">
      <bdi>{name}</bdi>
    </span>
  );
  if (reader === 'stranger') {
    return (
      <LinkButton {...signUp} look={look} className={size}>
        <Trans>Follow</Trans>
        {small && whom}
      </LinkButton>
    );
  }
  if (reader === 'themselves') {
    return (
      <LinkButton to="/tipster/edit-profile" className={size}>
        <Trans>Edit profile</Trans>
      </LinkButton>
    );
  }
  const tag = pendingState !== undefined && (
    <span id={tagId} className={small ? 'w-min min-w-24' : undefined}>
      <ChangeStateTag state={pendingState} />
    </span>
  );
  const button = (
    <Button
      look={look}
      aria-pressed={pressed}
      aria-busy={pressed !== following}
      aria-describedby={small && tag ? tagId : undefined}
      className={joinClasses(size, storingLook)}
      onClick={pressed ? unfollow : follow}
    >
      {following && <TickIcon />}
      {following ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
      {small ? whom : tag}
    </Button>
  );
  if (!small) return button;
  // On its own line, because the names next to it need the room.
  return (
    <div className="inline-flex flex-col items-center gap-1 text-center">
      {button}
      {tag}
    </div>
  );
}

const word =
  'relative -me-1.5 inline-flex min-h-11 items-center justify-end gap-1 rounded-sm px-1.5 text-sm font-semibold hover:bg-sunk';

/**
 * A text-sized follow button for the head of a card, with a phone icon while the change is unsent.
 */
export function FollowTextButton(props: Omit<FollowButtonProps, 'small'>) {
  const { name, signUp, reader, following, pressed, pendingState, follow, unfollow } = props;
  if (reader === 'themselves') return undefined;
  const whom = (
    <span className="sr-only">
      {' '}
      <bdi>{name}</bdi>
    </span>
  );
  if (reader === 'stranger') {
    return (
      <Link {...signUp} className={word}>
        <Icon name="plus" className="size-4" />
        <Trans>Follow</Trans>
        {whom}
      </Link>
    );
  }
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-busy={pressed !== following}
      onClick={pressed ? unfollow : follow}
      className={joinClasses(word, storingLook, following && 'text-dim')}
    >
      <Icon name={following ? 'check' : 'plus'} className="size-4" />
      {following ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
      {whom}
      {pendingState !== undefined && (
        <>
          <Icon name="phone" className="size-4 text-saved" />
          <span className="sr-only">
            {' · '}
            <ChangeStateTag state={pendingState} />
          </span>
        </>
      )}
    </button>
  );
}
