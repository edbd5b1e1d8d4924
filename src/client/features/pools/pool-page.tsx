import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { PoolTable } from '#contract/pools.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useRefresh, type Refresh } from '#client/data/device/refresh.ts';
import { useSession } from '#client/session/session.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { CalculationRules } from '#client/ui/disclosure.tsx';
import { fetchedAtText, dayRangeText } from '#client/ui/formats.ts';
import { EmptyState, Loading, StoredContent } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { RankedRows, RankRule, SinglesRule, UnitRule } from '#client/ui/list/ranked-rows.tsx';
import { InvitationSection } from './invitation-section.tsx';
import { PoolActions } from './pool-actions.tsx';
import { PoolDays } from './pool-days.tsx';

/** The page of a pool: its ranking, and for its owner the invitation and the members. */
export function PoolPage({ id }: { id: string }) {
  const pool = useStoredDocument(collections.pool, id);
  const refresh = useRefresh({ what: 'pool', id });
  // A space reserves the line under the heading until its text is known.
  const note = pool ? <AboutPool pool={pool.value} /> : '\u00a0';
  const loading = <Loading shape="row" rows={6} label={t`Fetching the table`} />;
  return (
    <Page title={pool?.value.name ?? t`Pool`} note={note} wide>
      <StoredContent
        value={pool}
        refresh={refresh}
        loading={loading}
        failed={t`The pool could not be fetched.`}
        none={
          <EmptyState action={<LinkButton to="/pools">{t`Pools`}</LinkButton>}>
            {t`There is no such pool, or you are not in it any more.`}
          </EmptyState>
        }
        fetchedAt={pool?.fetchedAt}
        later={t`New figures come when you are online.`}
      >
        {({ value, fetchedAt }) => (
          <>
            <PoolRanking pool={value} fetchedAt={fetchedAt} refresh={refresh} />
            <div className="max-w-152">
              {value.invitation !== undefined && (
                <InvitationSection pool={value} invitation={value.invitation} />
              )}
              <PoolActions pool={value} />
            </div>
          </>
        )}
      </StoredContent>
    </Page>
  );
}

function AboutPool({ pool }: { pool: PoolTable }) {
  const memberId = useSession()?.memberId;
  const { owner, ownerId } = pool;
  return (
    <>
      <PoolDays pool={pool} />
      {' · '}
      {ownerId === memberId ? (
        t`Made by you`
      ) : (
        <Trans>
          Made by <bdi>{owner}</bdi>
        </Trans>
      )}
    </>
  );
}

type PoolRankingProps = { pool: PoolTable; fetchedAt: number; refresh: Refresh };

function PoolRanking({ pool, fetchedAt, refresh }: PoolRankingProps) {
  const memberId = useSession()?.memberId;
  const { rows, minimum, sportKey } = pool;
  const days = dayRangeText(pool.from, pool.until);
  return (
    <>
      <RankedRows
        title={t`Table`}
        needs={
          <Plural
            value={minimum}
            one="A rank needs # settled ticket on these days."
            other="A rank needs # settled tickets on these days."
          />
        }
        rows={rows}
        memberId={memberId}
      />
      <p className="mt-3 text-xs text-dim">
        {refresh.state !== 'failed' && fetchedAtText(fetchedAt)}
      </p>
      <CalculationRules className="mt-1 max-w-prose">
        <li>
          <Trans>
            A ticket counts if its last game kicks off on {days}, in UTC, once it is settled and
            confirmed, booked or not. It makes no difference when its tipster joined.
          </Trans>
        </li>
        {sportKey === undefined ? <UnitRule /> : <SinglesRule />}
        <RankRule minimum={minimum} />
      </CalculationRules>
    </>
  );
}
