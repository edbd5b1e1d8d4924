import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Disclosure } from '#client/ui/disclosure.tsx';
import {
  countText,
  gamesText,
  hitRateText,
  momentText,
  unitsText,
  yieldText,
} from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { WindowedList } from '#client/ui/list/windowed-list.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { OutcomeLetter, legStateText } from '#client/ui/tip/outcome.tsx';
import { ShareButton } from '#client/ui/tip/share-tip.tsx';
import { fullName } from '#client/ui/member/tipster.tsx';
import type { Tipster } from '#contract/members.ts';
import type { ListedTipCheck, RecordCheck } from '#sync/record-check.ts';
import { differenceText, faultText } from './record-check-texts.ts';

type RecordCheckResultProps = { tipster: Tipster; check: RecordCheck };

/** The result of a check: how many tips are verified, and each fault. */
export function RecordCheckResult({ tipster, check }: RecordCheckResultProps) {
  const { tips, hidden, differences, window } = check;
  const name = fullName(tipster);
  const faulty = [...tips, ...hidden].filter(({ faults }) => faults.length > 0);
  const isClean = faulty.length === 0 && differences.length === 0;
  const verified = countText(check.verified);
  const total = countText(tips.length);
  return (
    <div className="grid gap-3">
      <Notice
        role={isClean ? 'status' : 'alert'}
        tone={isClean ? 'good' : 'warning'}
        title={t`${verified} of ${total} verified on this phone`}
      >
        {isClean ? (
          <RecomputedFigures check={check} />
        ) : (
          <FaultList faulty={faulty} check={check} />
        )}
      </Notice>
      <CheckLimits check={check} />
      {tips.length > 0 && <CheckedTipList tips={tips} />}
      <div>
        <ShareButton
          title={t`The record of ${name}, checked`}
          path={`/tipster/profile/${tipster.id}?check=${window}`}
          about={t`The record of ${name}, checked`}
          onCard={false}
        />
      </div>
    </div>
  );
}

/** The figures that this phone computed. */
function RecomputedFigures({ check: { computed } }: { check: RecordCheck }) {
  if (computed.settled === 0) return <Trans>No won or lost ticket is in this time.</Trans>;
  const units = <Ltr>{unitsText(computed.flatProfit)}</Ltr>;
  const share = <Ltr>{computed.flatYield === undefined ? '–' : yieldText(computed.flatYield)}</Ltr>;
  const rate = hitRateText(computed);
  return (
    <Trans>
      Each arrived before kick-off and is unchanged. Added up again they make {units} units, a yield
      of {share} and a hit rate of {rate}, as the profile shows.
    </Trans>
  );
}

function FaultList({ faulty, check }: { faulty: readonly ListedTipCheck[]; check: RecordCheck }) {
  return (
    <>
      <p>{t`This does not fit:`}</p>
      <ul className="mt-1 grid list-disc gap-2 ps-4">
        {faulty.slice(0, maxNamedTips).map(({ id, tip, faults }) => (
          <li key={id}>
            <TipLink tip={tip} />
            {faults.map((fault) => (
              <span key={fault} className="block">
                {faultText(fault)}
              </span>
            ))}
          </li>
        ))}
        {check.differences.map((difference) => (
          <li key={`${difference.figure} ${difference.month}`}>{differenceText(difference)}</li>
        ))}
      </ul>
      {faulty.length > maxNamedTips && (
        <p className="mt-2">
          <Plural
            value={faulty.length - maxNamedTips}
            one="And # more tip in the list below."
            other="And # more tips in the list below."
          />
        </p>
      )}
    </>
  );
}

/** The maximum number of named tips; the list below has all tips. */
const maxNamedTips = 10;

function TipLink({ tip: { id, options, expiryTime } }: Pick<ListedTipCheck, 'tip'>) {
  return (
    <Link
      to="/tip/$id"
      params={{ id }}
      hash="receipt"
      className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
    >
      {momentText(expiryTime, 'day')} · <bdi>{gamesText(options.map(({ game }) => game))}</bdi>
    </Link>
  );
}

/**
 * The limits of this check: tips that wait for the next checkpoint, and missing signature checks.
 */
function CheckLimits({ check: { tips, signaturesChecked } }: { check: RecordCheck }) {
  const waiting = tips.filter(
    ({ isInCheckpoint, faults }) => !isInCheckpoint && faults.length === 0,
  ).length;
  return (
    <>
      {waiting > 0 && (
        <p className="text-sm text-dim">
          <Plural
            value={waiting}
            one="# tip fits, and its receipt comes with the next checkpoint, within about an hour."
            other="# tips fit, and their receipts come with the next checkpoint, within about an hour."
          />
        </p>
      )}
      {!signaturesChecked && (
        <p className="text-sm text-dim">
          {t`This browser cannot check signatures. Everything else was checked.`}
        </p>
      )}
    </>
  );
}

function CheckedTipList({ tips }: { tips: readonly ListedTipCheck[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure summary={t`Each tip`} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {isOpen && (
        <WindowedList label={t`Each tip`} items={tips} keyOf={({ id }) => id} estimate={64}>
          {(checked) => <CheckedTip checked={checked} />}
        </WindowedList>
      )}
    </Disclosure>
  );
}

function CheckedTip({ checked }: { checked: ListedTipCheck }) {
  const { tip, faults, isInCheckpoint } = checked;
  return (
    <div className="flex items-start gap-2 border-t border-line py-1 text-sm">
      {tip.outcome !== 'open' && (
        <span className="pt-3">
          <OutcomeLetter outcome={tip.outcome} />
          <span className="sr-only">{legStateText(tip.outcome)}</span>
        </span>
      )}
      <span className="min-w-0 flex-1">
        <TipLink tip={tip} />
        {faults.map((fault) => (
          <span key={fault} className="block text-lost">
            {faultText(fault)}
          </span>
        ))}
        {faults.length === 0 && (
          <span className="flex items-center gap-1 text-dim">
            <Icon name={isInCheckpoint ? 'check' : 'clock'} className="size-4" />
            {isInCheckpoint ? t`Verified` : t`Waits for the next checkpoint`}
          </span>
        )}
      </span>
    </div>
  );
}
