import { Trans, useLingui } from '@lingui/react/macro';
import type { Tipster } from '#contract/members.ts';
import { useActions } from '../../data/actions.ts';
import { useNotSavedWords } from '../../data/not-saved.ts';
import { useFollows } from '../../data/use-follows.ts';
import { useSession } from '../../session/use-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { useKept } from '../../ui/kept.ts';
import { notify } from '../../ui/toasts.ts';

/** Follow or unfollow: it shows at once, and is sent when there is a line. */
export function FollowButton({ tipster }: { tipster: Tipster }) {
  const { t } = useLingui();
  const session = useSession();
  const follow = useFollows()?.get(tipster.id);
  const { followTipster } = useActions();
  const notSavedWords = useNotSavedWords();
  const kept = useKept();

  if (session === undefined) {
    return (
      <LinkButton
        to="/account/login"
        search={{ returnUrl: `/tipster/profile/${tipster.id}` }}
        look="act"
        className="flex-1 basis-32"
      >
        <Trans>Follow</Trans>
      </LinkButton>
    );
  }
  if (session.memberId === tipster.id) {
    return (
      <LinkButton to="/tipster/edit-profile" className="flex-1 basis-32">
        <Trans>Edit profile</Trans>
      </LinkButton>
    );
  }
  const following = follow?.following ?? false;
  return (
    <Button
      look={following ? 'plain' : 'act'}
      aria-pressed={following}
      className="flex-1 basis-32"
      onClick={() =>
        followTipster(tipster.id, !following).catch((error: unknown) =>
          notify({ tone: 'lost', title: t`Not saved`, text: notSavedWords(error) }),
        )
      }
    >
      {following ? t`Following` : t`Follow`}
      {follow?.device && (
        <Badge tone={follow.device.state === 'needs-you' ? 'needs' : 'saved'}>
          {follow.device.state === 'sending'
            ? t`Sending`
            : kept
              ? t`Saved on this phone`
              : t`Not kept on this phone`}
        </Badge>
      )}
    </Button>
  );
}
