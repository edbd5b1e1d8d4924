import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { PoolInvitation } from '#contract/pools.ts';
import { toFailure, useServerAction } from '#client/data/account/server-call.ts';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { usePoolsRefresh } from '#client/data/pools.ts';
import { storePoolInvitation, usePoolInvitation } from '#client/session/invitation.ts';
import { MessagePage } from '#client/ui/message-page.tsx';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { FetchFailedNotice, Loading, Notice, ProblemNotice } from '#client/ui/notice.tsx';
import { useOffline } from '#client/ui/offline.ts';
import { MemberCount, PoolDays } from './pool-days.tsx';

/** The page of a pool invitation: shows the pool, and a button that joins it. */
export function JoinPoolPage() {
  const invitation = usePoolInvitation();
  const { answer, isWaiting, retry } = useServerQuery(invitation, ({ pools }) =>
    pools.readInvitation(invitation ?? ''),
  );
  const heading = t`You are invited to a pool`;
  if (invitation === undefined) return <InvalidInvitation />;
  if (answer === undefined || isWaiting) {
    return (
      <MessagePage heading={heading} icon="leagues">
        <Loading shape="line" rows={2} label={t`Asking the server`} />
      </MessagePage>
    );
  }
  if (answer.kind === 'ok') {
    return <Invitation heading={heading} pool={answer.reply} invitation={invitation} />;
  }
  const { code, text } = toFailure(answer);
  if (code === 'link-invalid') return <InvalidInvitation />;
  return (
    <MessagePage heading={heading} icon="leagues">
      <FetchFailedNotice onRetry={retry} offline={text}>
        {text}
      </FetchFailedNotice>
    </MessagePage>
  );
}

function InvalidInvitation() {
  return (
    <MessagePage
      heading={t`This link is not valid any more.`}
      icon="warning"
      role="alert"
      action={<LinkButton to="/pools">{t`Pools`}</LinkButton>}
    >
      <p>{t`The pool was deleted, or its owner made a new link. Ask who invited you for it, and open that one.`}</p>
    </MessagePage>
  );
}

type InvitationProps = { heading: string; pool: PoolInvitation; invitation: string };

function Invitation({ heading, pool, invitation }: InvitationProps) {
  const refreshPools = usePoolsRefresh();
  const navigate = useNavigate();
  const isOffline = useOffline();
  const { busy, problem, send } = useServerAction();
  const { id, name, owner, joined } = pool;
  const open = async () => {
    await navigate({ to: '/pools/$id', params: { id }, replace: true });
    storePoolInvitation(undefined);
  };
  const join = async () =>
    send({
      call: ({ pools }) => pools.join(invitation),
      onSuccess: async () => {
        await refreshPools(id);
        await open();
        notify({ tone: 'won', title: t`You are in the pool` });
      },
    });
  return (
    <MessagePage
      heading={heading}
      icon="leagues"
      title={<bdi>{name}</bdi>}
      action={
        <>
          <ProblemNotice text={problem} />
          {isOffline && !joined && (
            <Notice role="status" tone="saved">{t`Joining a pool needs a connection.`}</Notice>
          )}
          {joined ? (
            <Button look="primary" onClick={() => void open()}>
              {t`Open the pool`}
            </Button>
          ) : (
            <Button look="primary" busy={busy || isOffline} onClick={() => void join()}>
              {busy ? t`Processing...` : t`Join`}
            </Button>
          )}
        </>
      }
    >
      <p className="text-dim">
        <PoolDays pool={pool} />
      </p>
      <p>
        <Trans>
          Made by <bdi>{owner}</bdi>
        </Trans>
        {' · '}
        <MemberCount pool={pool} />
      </p>
      <p className="text-sm text-dim">
        {joined
          ? t`You are in this pool already.`
          : t`Its members see your name and what your settled tickets brought, as everybody can on your profile. You can leave at any time.`}
      </p>
    </MessagePage>
  );
}
