import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import type { PoolRow, PoolTable } from '#contract/pools.ts';
import type { AccountAnswer } from '#client/data/account/account-api.ts';
import { useServerAction } from '#client/data/account/server-call.ts';
import type { AccountApi } from '#client/data/account/use-account-api.ts';
import { usePoolsRefresh } from '#client/data/pools.ts';
import { useSession } from '#client/session/session.ts';
import { ConfirmButton } from '#client/ui/dialog/inline-question.tsx';
import { isolateForeignText, momentText } from '#client/ui/formats.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { Notice, ProblemNotice } from '#client/ui/notice.tsx';
import { useOffline } from '#client/ui/offline.ts';
import { Section } from '#client/ui/page.tsx';
import { fullName } from '#client/ui/member/tipster.tsx';

/** The members, whom the owner can remove, and buttons to leave or delete the pool. */
export function PoolActions({ pool }: { pool: PoolTable }) {
  const memberId = useSession()?.memberId;
  const isOwner = pool.ownerId === memberId;
  const isOffline = useOffline();
  const { problem, change } = useChangePool();
  const others = pool.rows
    .filter(({ tipsterId }) => tipsterId !== memberId)
    .toSorted((one, other) => Date.parse(one.joinedAt) - Date.parse(other.joinedAt));
  if (isOffline) {
    return (
      <div className="mt-6">
        <Notice role="status" tone="saved">
          {isOwner
            ? t`A new link, removing, leaving and deleting need a connection.`
            : t`Leaving the pool needs a connection.`}
        </Notice>
      </div>
    );
  }
  return (
    <>
      {isOwner && others.length > 0 && (
        <Section title={t`Members`}>
          <Members pool={pool} members={others} onChange={change} />
        </Section>
      )}
      <div className="mt-6 flex flex-wrap items-start gap-2">
        <ProblemNotice text={problem} />
        {memberId !== undefined && !(isOwner && others.length === 0) && (
          <ConfirmButton
            words={t`Leave the pool`}
            question={
              isOwner
                ? t`You leave the table, and the pool belongs to whoever joined first after you.`
                : t`You leave the table. Only a new invitation brings you back.`
            }
            keep={t`Stay`}
            onConfirm={() =>
              void change((pools) => pools.leave(pool.id, memberId), t`You left the pool`)
            }
          />
        )}
        {isOwner && (
          <ConfirmButton
            words={t`Delete the pool`}
            question={t`The table goes for everybody in it, and cannot be brought back. Tips and records stay.`}
            onConfirm={() => void change((pools) => pools.delete(pool.id), t`The pool is deleted`)}
          />
        )}
      </div>
    </>
  );
}

type ChangePool = ReturnType<typeof useChangePool>['change'];
type MembersProps = { pool: PoolTable; members: readonly PoolRow[]; onChange: ChangePool };

function Members({ pool, members, onChange }: MembersProps) {
  return (
    <ul className="card-border -mx-2 divide-y divide-line rounded-md bg-card">
      {members.map((member) => {
        const name = isolateForeignText(fullName(member));
        const since = momentText(member.joinedAt, 'date');
        return (
          <li key={member.tipsterId} className="flex flex-wrap items-center gap-2 px-4 py-2">
            <span className="min-w-[min(9rem,100%)] flex-1">
              <span className="block font-semibold wrap-anywhere">
                <bdi>{fullName(member)}</bdi>
              </span>
              <span className="block text-sm text-dim">{t`Joined ${since}`}</span>
            </span>
            <ConfirmButton
              words={
                <>
                  {t`Remove`} <span className="sr-only">{name}</span>
                </>
              }
              question={t`${name} leaves the table, and the link that you sent so far stops working.`}
              keep={t`Cancel`}
              onConfirm={() =>
                void onChange(
                  (pools) => pools.leave(pool.id, member.tipsterId),
                  t`${name} is removed`,
                  pool.id,
                )
              }
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Returns a function that changes a pool; without `stays`, the pool's id, it opens the list. */
function useChangePool() {
  const refreshPools = usePoolsRefresh();
  const navigate = useNavigate();
  const { problem, send } = useServerAction();
  const change = async (
    call: (pools: AccountApi['pools']) => Promise<AccountAnswer>,
    title: string,
    stays?: string,
  ) =>
    send({
      call: ({ pools }) => call(pools),
      onSuccess: async () => {
        await refreshPools(stays);
        if (stays === undefined) await navigate({ to: '/pools', replace: true });
        notify({ tone: 'won', title });
      },
    });
  return { problem, change };
}
