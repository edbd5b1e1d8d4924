import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Disclosure } from '#client/ui/disclosure.tsx';
import {
  countText,
  gamesText,
  rateText,
  momentText,
  unitsText,
  yieldText,
} from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { WindowList } from '#client/ui/list/list.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { Ball, resultWord } from '#client/ui/tip/outcome.tsx';
import { ShareButton } from '#client/ui/tip/share-tip.tsx';
import { fullName } from '#client/ui/member/tipster.tsx';
import type { Tipster } from '#contract/members.ts';
import type { ListedCheck, RecordCheck } from '#sync/record-check.ts';
import { differenceWords, faultWords } from './record-check-words.ts';

type RecordCheckResultProps = { tipster: Tipster; check: RecordCheck };

/** Shows the result of a check: the number of verified tips, and each fault. */
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
      <Limits check={check} />
      {tips.length > 0 && <EachTip tips={tips} />}
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

/** The recomputed figures. */
function RecomputedFigures({ check: { computed } }: { check: RecordCheck }) {
  if (computed.settled === 0) return <Trans>No won or lost ticket is in this time.</Trans>;
  const units = <Ltr>{unitsText(computed.flatProfit)}</Ltr>;
  const share = <Ltr>{computed.flatYield === undefined ? '–' : yieldText(computed.flatYield)}</Ltr>;
  const rate = rateText(computed);
  return (
    <Trans>
      Each arrived before kick-off and is unchanged. Added up again they make {units} units, a yield
      of {share} and a hit rate of {rate}, as the profile shows.
    </Trans>
  );
}

function FaultList({ faulty, check }: { faulty: readonly ListedCheck[]; check: RecordCheck }) {
  return (
    <>
      <p>{t`This does not fit:`}</p>
      <ul className="mt-1 grid list-disc gap-2 ps-4">
        {faulty.slice(0, maxNamed).map(({ id, tip, faults }) => (
          <li key={id}>
            <TipLink tip={tip} />
            {faults.map((fault) => (
              <span key={fault} className="block">
                {faultWords(fault)}
              </span>
            ))}
          </li>
        ))}
        {check.differences.map((difference) => (
          <li key={`${difference.figure} ${difference.month}`}>{differenceWords(difference)}</li>
        ))}
      </ul>
      {faulty.length > maxNamed && (
        <p className="mt-2">
          <Plural
            value={faulty.length - maxNamed}
            one="And # more tip in the list below."
            other="And # more tips in the list below."
          />
        </p>
      )}
    </>
  );
}

/** The number of tips that are named at once; the list has all. */
const maxNamed = 10;

function TipLink({ tip: { id, options, expiryTime } }: Pick<ListedCheck, 'tip'>) {
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
 * Names the limits of this check: waiting receipts, and signatures that the browser cannot check.
 */
function Limits({ check: { tips, signaturesChecked } }: { check: RecordCheck }) {
  const waiting = tips.filter(({ isSealed, faults }) => !isSealed && faults.length === 0).length;
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

function EachTip({ tips }: { tips: readonly ListedCheck[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure words={t`Each tip`} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {isOpen && (
        <WindowList label={t`Each tip`} items={tips} keyOf={({ id }) => id} estimate={64}>
          {(checked) => <CheckedTip checked={checked} />}
        </WindowList>
      )}
    </Disclosure>
  );
}

function CheckedTip({ checked }: { checked: ListedCheck }) {
  const { tip, faults, isSealed } = checked;
  return (
    <div className="flex items-start gap-2 border-t border-line py-1 text-sm">
      {tip.outcome !== 'open' && (
        <span className="pt-3">
          <Ball outcome={tip.outcome} />
          <span className="sr-only">{resultWord(tip.outcome)}</span>
        </span>
      )}
      <span className="min-w-0 flex-1">
        <TipLink tip={tip} />
        {faults.map((fault) => (
          <span key={fault} className="block text-lost">
            {faultWords(fault)}
          </span>
        ))}
        {faults.length === 0 && (
          <span className="flex items-center gap-1 text-dim">
            <Icon name={isSealed ? 'check' : 'clock'} className="size-4" />
            {isSealed ? t`Verified` : t`Waits for the next checkpoint`}
          </span>
        )}
      </span>
    </div>
  );
}
