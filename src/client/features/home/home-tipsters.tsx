import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { recentTipLimit } from '#contract/limits.ts';
import type { Tip } from '#contract/tips.ts';
import type { TipsterRow } from '#sync/storage/public-store.ts';
import { usePostLink } from '#client/session/aim.ts';
import { momentText, oneDecimalText } from '#client/ui/formats.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { OpenedTipModal } from '#client/data/tips/opened-tip-modal.tsx';
import { useBackendHasRecords } from '#client/data/device/backend-kind.tsx';
import type { Refresh } from '#client/data/device/refresh.ts';
import { useTipsters } from '#client/data/tipsters.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { EmptyState, Loading, Skeleton, StoredContent } from '#client/ui/notice.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { OutcomeLetter, legStateText } from '#client/ui/tip/outcome.tsx';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { Section } from '#client/ui/page.tsx';
import { fullName, ProfileLink, Stars } from '#client/ui/member/tipster.tsx';
import { ListAge } from './list-age.tsx';
import { ViewAllLink } from './view-all.tsx';

const maxShownTipsters = 6;

/** The tipsters with the best records, with their five newest tips as circles. */
export function HomeTipsters({ refresh }: { refresh: Refresh }) {
  // Deferred, because the section is below the first screen, which is rendered first.
  const tipsters = useDeferredValue(useTipsters());
  const list = useStoredDocument(collections.tipsters);
  const [open, setOpen] = useState<Tip>();
  return (
    <Section title={t`Tipsters`} aside={<ViewAllLink to="/tipster" words={t`View All tipsters`} />}>
      <StoredContent
        value={tipsters}
        refresh={refresh}
        loading={<Loading shape="row" rows={4} label={t`Fetching tipsters`} />}
        failed={!tipsters && t`The tipsters could not be fetched.`}
        none={<NoTipsters />}
      >
        {(tipsters) => (
          <>
            <ul className="phone-bleed card-border overflow-clip rounded-md bg-card lg:grid lg:grid-cols-2">
              {tipsters.slice(0, maxShownTipsters).map((tipster) => (
                <TipsterLine
                  key={tipster.id}
                  tipster={tipster}
                  fetching={refresh.state === 'waiting'}
                  onOpen={setOpen}
                />
              ))}
            </ul>
            <ListAge refresh={refresh} list={list}>
              {t`New figures come when you are online.`}
            </ListAge>
            <OpenedTipModal tip={open} onClose={() => setOpen(undefined)} />
          </>
        )}
      </StoredContent>
    </Section>
  );
}

function NoTipsters() {
  return (
    <EmptyState action={<LinkButton {...usePostLink()}>{t`Post a tip`}</LinkButton>}>
      {t`No tipsters yet. Be the first.`}
    </EmptyState>
  );
}

type TipsterLineProps = { tipster: TipsterRow; fetching: boolean; onOpen: (tip: Tip) => void };

function TipsterLine({ tipster, fetching, onOpen }: TipsterLineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line px-3 py-2.5 not-first:border-t lg:nth-2:border-t-0 lg:even:border-s">
      <div className="flex min-w-0 flex-1 basis-52 items-center gap-3">
        <Avatar name={fullName(tipster)} picture={tipster.picture} size={40} />
        <div className="min-w-0 flex-1">
          <h3 className="text-base">
            <ProfileLink
              id={tipster.id}
              name={fullName(tipster)}
              className="-my-2.5 inline-block py-3 wrap-anywhere hover:underline"
            />
          </h3>
          <Rating record={tipster.record} />
        </div>
      </div>
      <RecentTips tipster={tipster} fetching={fetching} onOpen={onOpen} />
    </li>
  );
}

function Rating({ record: { stars, settled } }: Pick<TipsterRow, 'record'>) {
  if (!useBackendHasRecords()) return undefined;
  // The rating is out of ten, so it is twice the stars.
  const rating = stars !== undefined && oneDecimalText(stars * 2);
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-dim">
      <Stars stars={stars} settled={settled} />
      {rating && <span className="figure">{t`Average Rating : ${rating}`}</span>}
    </p>
  );
}

function RecentTips({ tipster, fetching, onOpen }: TipsterLineProps) {
  const tips = tipster.tips.slice(0, recentTipLimit);
  if (tipster.tipsUnknown) {
    return (
      <div className="h-11 max-lg:w-full lg:w-55">
        {fetching && <Skeleton className="h-full rounded-md" />}
      </div>
    );
  }
  if (tips.length === 0) return <p className="text-sm text-dim">{t`No recent Tips`}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-2 max-lg:w-full max-lg:justify-between">
      <h4 className="text-xs text-dim">
        <Plural value={tips.length} one="# Recent Ticket" other="# Recent Tickets" />
      </h4>
      <ul className="-me-1 flex flex-wrap">
        {tips.map((tip) => (
          <li key={tip.id}>
            <RecentTipCircle tip={tip} onOpen={() => onOpen(tip)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A recent tip as a circle: a letter for its outcome, a clock while it is open. */
function RecentTipCircle({ tip, onOpen }: { tip: Tip; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`${legStateText(tip.outcome === 'open' ? 'pending' : tip.outcome)}, ${momentText(tip.creationTime, 'date')}`}
      className="group inline-flex size-11 items-center justify-center"
    >
      <span className="inline-grid place-items-center rounded-full group-hover:ring-2 group-hover:ring-ink group-hover:ring-offset-2 group-hover:ring-offset-card">
        {tip.outcome === 'open' ? (
          <Icon name="clock" className="size-6.5 text-dim" />
        ) : (
          <OutcomeLetter outcome={tip.outcome} large />
        )}
      </span>
    </button>
  );
}
