import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { recentTipLimit } from '#contract/limits.ts';
import type { Tipster } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';
import { classes } from '#client/ui/classes.ts';
import { mediumDate } from '#client/ui/formats.ts';
import { useCopy } from '#client/data/actions.ts';
import { useHasRecords } from '#client/data/records.ts';
import type { Refresh } from '#client/data/refresh.ts';
import { useTipsters } from '#client/data/tipsters.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Empty, Failed, Loading } from '#client/ui/notice.tsx';
import { OpenedTip } from '#client/ui/tip/opened-tip.tsx';
import { fullName, Picture, Stars } from '#client/ui/tipster.tsx';

const shown = 6;

/** The people behind the tips, best record first, with their five newest tips as balls. */
export function HomeTipsters({ refresh: { state, retry } }: { refresh: Refresh }) {
  const tipsters = useTipsters();
  const [open, setOpen] = useState<Tip>();
  const copy = useCopy(open);

  if (state === 'failed' && tipsters === undefined) {
    return <Failed onRetry={retry}>{t`The tipsters could not be fetched.`}</Failed>;
  }
  if (tipsters === undefined || (state === 'waiting' && tipsters.length === 0)) {
    return <Loading shape="row" rows={4} label={t`Fetching tipsters`} />;
  }
  if (tipsters.length === 0) {
    return (
      <Empty act={<LinkButton to="/tips/create">{t`Post a tip`}</LinkButton>}>
        {t`No tipsters yet. Be the first.`}
      </Empty>
    );
  }
  return (
    <>
      <ul className="chalk divide-y-[1.5px] divide-line rounded-md bg-card">
        {tipsters.slice(0, shown).map((tipster) => (
          <TipsterLine key={tipster.id} tipster={tipster} onOpen={setOpen} />
        ))}
      </ul>
      <OpenedTip tip={open} onClose={() => setOpen(undefined)} onCopy={copy} />
    </>
  );
}

type TipsterLineProps = { tipster: Tipster; onOpen: (tip: Tip) => void };

function TipsterLine({ tipster, onOpen }: TipsterLineProps) {
  const { id, firstName, lastName, picture, record, tips } = tipster;
  const recorded = useHasRecords();
  const recent = tips.slice(0, recentTipLimit);
  // Out of ten, as the label has always had it: twice the stars.
  const rating =
    record.stars === undefined
      ? undefined
      : i18n.number(record.stars * 2, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <Picture name={{ firstName, lastName }} picture={picture} />
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="text-base">
            <Link
              to="/tipster/profile/$id"
              params={{ id }}
              className="-my-2.5 inline-block py-3 wrap-anywhere hover:underline"
            >
              <bdi>{fullName(tipster)}</bdi>
            </Link>
          </h3>
          {recorded && (
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-dim">
              <Stars stars={record.stars} settled={record.settled} />
              {rating !== undefined && (
                <span className="figure">{t`Average Rating : ${rating}`}</span>
              )}
            </p>
          )}
        </div>
      </div>
      {recent.length === 0 ? (
        <p className="mt-2 text-sm text-dim">{t`No recent Tips`}</p>
      ) : (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2">
          <h4 className="text-xs text-dim">
            <Plural value={recent.length} one="# Recent Ticket" other="# Recent Tickets" />
          </h4>
          <ul className="-me-1 flex flex-wrap">
            {recent.map((tip) => (
              <li key={tip.id}>
                <Ball tip={tip} onOpen={() => onOpen(tip)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
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
  const letters = { won: t`W`, lost: t`L`, void: t`V`, open: undefined };
  const words = { won: t`Won`, lost: t`Lost`, void: t`Void`, open: t`Waiting` };
  const letter = letters[tip.outcome];
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
        {letter ?? (
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
        )}
      </span>
    </button>
  );
}
