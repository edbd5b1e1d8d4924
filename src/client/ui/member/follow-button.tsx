import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { ChangeStateTag } from '../tag.tsx';
import { Button, LinkButton } from '../button.tsx';
import { joinClasses } from '../classes.ts';
import { Icon, TickIcon } from '../icon.tsx';
import type { FollowControls } from './follow-controls.ts';

type FollowButtonProps = FollowControls & {
  /** The tipster's name, which screen readers read with the button's text. */
  name: string;
  /** A smaller button for lists in which following is not the main action. */
  small?: boolean;
};

/** Faded while a tap is being stored. */
const storingLook = 'aria-busy:opacity-60';

/** Follows or unfollows; for a visitor a link to Sign Up, on the own profile a link to its form. */
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
  // The tag is below the button, because the names beside it need the space.
  return (
    <div className="inline-flex flex-col items-center gap-1 text-center">
      {button}
      {tag}
    </div>
  );
}

const textButtonClasses =
  'relative -me-1.5 inline-flex min-h-11 items-center justify-end gap-1 rounded-sm px-1.5 text-sm font-semibold hover:bg-sunk';

/** A follow button that looks like text; a phone icon marks an unsent change. */
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
      <Link {...signUp} className={textButtonClasses}>
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
      className={joinClasses(textButtonClasses, storingLook, following && 'text-dim')}
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
