import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useState } from 'react';
import { recentTipLimit } from '#contract/limits.ts';
import type { Tipster } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';
import { classes } from '#client/ui/classes.ts';
import { mediumDate, tenthsText } from '#client/ui/formats.ts';
import { useCopy } from '#client/data/outbox/actions.ts';
import { useHasRecords } from '#client/data/records.ts';
import type { Refresh } from '#client/data/device/refresh.ts';
import { useTipsters } from '#client/data/tipsters.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Empty, Loading, Stored } from '#client/ui/notice.tsx';
import { OpenedTip } from '#client/ui/tip/opened-tip.tsx';
import { Face } from '#client/ui/face.tsx';
import { fullName, ProfileLink, Stars } from '#client/ui/tipster.tsx';

const shown = 6;

/** The people behind the tips, best record first, with their five newest tips as balls. */
export function HomeTipsters({ refresh }: { refresh: Refresh }) {
  const tipsters = useTipsters();
  const [open, setOpen] = useState<Tip>();
  const copy = useCopy(open);
  return (
    <Stored
      value={tipsters}
      refresh={refresh}
      loading={<Loading shape="row" rows={4} label={t`Fetching tipsters`} />}
      failed={!tipsters && t`The tipsters could not be fetched.`}
      none={<NoTipsters />}
    >
      {(tipsters) => (
        <>
          <ul className="chalk divide-y-[1.5px] divide-line rounded-md bg-card">
            {tipsters.slice(0, shown).map((tipster) => (
              <TipsterLine key={tipster.id} tipster={tipster} onOpen={setOpen} />
            ))}
          </ul>
          <OpenedTip tip={open} onClose={() => setOpen(undefined)} onCopy={copy} />
        </>
      )}
    </Stored>
  );
}

function NoTipsters() {
  return (
    <Empty act={<LinkButton to="/tips/create">{t`Post a tip`}</LinkButton>}>
      {t`No tipsters yet. Be the first.`}
    </Empty>
  );
}

type TipsterLineProps = { tipster: Tipster; onOpen: (tip: Tip) => void };

function TipsterLine({ tipster, onOpen }: TipsterLineProps) {
  const recent = tipster.tips.slice(0, recentTipLimit);
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <Face name={fullName(tipster)} picture={tipster.picture} size={56} />
        <div className="min-w-0 flex-1 basis-40">
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
      {recent.length === 0 ? (
        <p className="mt-2 text-sm text-dim">{t`No recent Tips`}</p>
      ) : (
        <RecentTips tips={recent} onOpen={onOpen} />
      )}
    </li>
  );
}

function Rating({ record: { stars, settled } }: Pick<Tipster, 'record'>) {
  if (!useHasRecords()) return undefined;
  // Out of ten, as the label has always had it: twice the stars.
  const rating = stars !== undefined && tenthsText(stars * 2);
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-dim">
      <Stars stars={stars} settled={settled} />
      {rating && <span className="figure">{t`Average Rating : ${rating}`}</span>}
    </p>
  );
}

type RecentTipsProps = { tips: readonly Tip[]; onOpen: TipsterLineProps['onOpen'] };

function RecentTips({ tips, onOpen }: RecentTipsProps) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2">
      <h4 className="text-xs text-dim">
        <Plural value={tips.length} one="# Recent Ticket" other="# Recent Tickets" />
      </h4>
      <ul className="-me-1 flex flex-wrap">
        {tips.map((tip) => (
          <li key={tip.id}>
            <Ball tip={tip} onOpen={() => onOpen(tip)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const grounds: Record<Tip['outcome'], string> = {
  won: 'bg-won-ground text-won',
  lost: 'bg-lost-ground text-lost',
  void: 'bg-waiting-ground text-waiting',
  open: 'bg-waiting-ground text-waiting',
};

/** A recent tip as a ball: its letter says how it ended, a clock that it has not. */
function Ball({ tip, onOpen }: { tip: Tip; onOpen: () => void }) {
  const letters = { won: t`W`, lost: t`L`, void: t`V`, open: <Clock /> };
  const words = { won: t`Won`, lost: t`Lost`, void: t`Void`, open: t`Waiting` };
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`${words[tip.outcome]}, ${mediumDate(tip.creationTime)}`}
      className="group inline-flex size-11 items-center justify-center"
    >
      <span
        className={classes(
          'inline-flex size-9 items-center justify-center rounded-full text-sm font-bold group-hover:ring-[1.5px] group-hover:ring-current forced-colors:border',
          grounds[tip.outcome],
        )}
      >
        {letters[tip.outcome]}
      </span>
    </button>
  );
}

function Clock() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      className="size-5"
    >
      <path d="M8 4.2V8l2.4 1.6M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2Z" />
    </svg>
  );
}
