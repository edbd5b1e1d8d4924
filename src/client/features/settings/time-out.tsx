import '#client/without-eval.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { timeOutEnd, type TimeOutLength, longerTimeOuts } from '#domain/time-out.ts';
import { payloadIn } from '#sync/operations/registry.ts';
import { useActions } from '#client/data/actions.ts';
import { useNotSavedWords } from '#client/data/not-saved.ts';
import { useTimeOut } from '#client/data/time-out.ts';
import { useServerNow } from '#client/data/server-time.ts';
import { useCapability, useOperations } from '#client/data/sync-state.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Question, takeFocus, useQuestion } from '#client/ui/dialog/question.tsx';
import { dayAndTime, spanText } from '#client/ui/formats.ts';
import { Loading, Notice } from '#client/ui/notice.tsx';
import { notify, say } from '#client/ui/messages/toasts.ts';
import { RadioChoice } from './choices.tsx';

/** A time-out from posting and booking, which its member can begin and nobody can end. */
export function TimeOut() {
  const { t } = useLingui();
  const until = useTimeOut();
  const now = useServerNow(30_000);
  const longer = longerTimeOuts(until ?? undefined, now);
  const [begun, setBegun] = useState<{ before: Date | undefined }>();
  // A time-out that was just begun is on the phone a moment before it is on the screen.
  const hasBegun = begun !== undefined && begun.before?.getTime() !== until?.getTime();
  const onBegun = (before: Date | undefined) => {
    say(t`You are on a break`);
    setBegun({ before });
  };
  if (until === undefined) {
    return <Loading rows={2} label={t`Looking at what is on this phone`} />;
  }
  return (
    <>
      {until ? <Running until={until} now={now} takesFocus={hasBegun} /> : <WhatItIs />}
      {longer.length > 0 && (
        <Lengths {...{ onBegun, now }} lengths={longer} runs={until ?? undefined} />
      )}
      <p>
        <LinkButton to="/play-responsibly">{t`Play responsibly`}</LinkButton>
      </p>
    </>
  );
}

function WhatItIs() {
  const onPhoneOnly = useCapability('timeOuts') === false;
  return (
    <>
      <p>
        <Trans>
          While it lasts nothing is posted and nothing is booked. You can read, follow and withdraw
          as always, and what you posted before is settled.
        </Trans>
      </p>
      <p>
        <Trans>It begins at once, also without a line. Nobody can shorten it or lift it.</Trans>
      </p>
      {onPhoneOnly && <OnThisPhoneOnly />}
    </>
  );
}

type RunningProps = { until: Date; now: Date; takesFocus: boolean };

/** What holds by now. The question it answers is gone, with the last length also what raised it. */
function Running({ until, now, takesFocus }: RunningProps) {
  const unheard = useOperations()?.some(
    (row) => row.state !== 'acked' && payloadIn(row, 'time-out.take') !== undefined,
  );
  const onPhoneOnly = useCapability('timeOuts') === false;
  const end = dayAndTime(until);
  const left = spanText(until.getTime() - now.getTime());
  return (
    <div
      ref={takesFocus ? takeFocus : undefined}
      tabIndex={-1}
      className="grid gap-4 focus:shadow-none focus:outline-none"
    >
      <Notice role="note" title={<Trans>You are on a break</Trans>}>
        <Trans>
          Nothing is posted or booked until <time dateTime={until.toISOString()}>{end}</time>, for{' '}
          {left} more.
        </Trans>
      </Notice>
      {onPhoneOnly && <OnThisPhoneOnly />}
      {unheard === true && !onPhoneOnly && (
        <p className="text-sm text-saved">
          <Trans>It holds on this phone. Everywhere else it does as soon as there is a line.</Trans>
        </p>
      )}
    </div>
  );
}

/** A backend may know no time-outs: what it would take is this phone's to stop. */
function OnThisPhoneOnly() {
  return (
    <p className="text-sm text-saved">
      <Trans>This server knows no breaks: it holds on this phone only.</Trans>
    </p>
  );
}

type LengthsProps = {
  lengths: readonly TimeOutLength[];
  /** When the time-out ends that this one would make longer. */
  runs: Date | undefined;
  now: Date;
  /** Told once the time-out is safe on this phone, and which one ran before. */
  onBegun: (before: Date | undefined) => void;
};

function Lengths({ lengths, runs, now, onBegun }: LengthsProps) {
  const { t } = useLingui();
  const { takeTimeOut } = useActions();
  const notSavedWords = useNotSavedWords();
  const [picked, setPicked] = useState(lengths[0]);
  // A length falls off once the time-out that runs is as long.
  const chosen = lengths.find((length) => length === picked) ?? lengths[0];
  const { asking, ask, answer, drop, raiser } = useQuestion();
  const words: Record<TimeOutLength, ReactNode> = {
    '24h': <Trans>24 hours</Trans>,
    '7d': <Trans>7 days</Trans>,
    '30d': <Trans>30 days</Trans>,
  };
  const begin = async (length: TimeOutLength) => {
    answer();
    try {
      await takeTimeOut(length);
      onBegun(runs);
    } catch (error) {
      notify({ tone: 'lost', title: t`Not saved`, text: notSavedWords(error) });
    }
  };
  if (chosen === undefined) return undefined;
  const end = dayAndTime(timeOutEnd(now, chosen));
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">
          {runs ? <Trans>Make it longer</Trans> : <Trans>How long</Trans>}
        </legend>
        <RadioChoice
          choices={lengths.map((length) => ({ value: length, words: words[length] }))}
          chosen={chosen}
          onChoose={(length) => {
            setPicked(length);
            drop();
          }}
          className="md:grid-cols-3"
        />
      </fieldset>
      {asking ? (
        <Question
          words={runs ? <Trans>Make it longer</Trans> : <Trans>Begin the break</Trans>}
          question={<Trans>Until {end} you cannot post or book, and nobody can undo it.</Trans>}
          keep={<Trans>Not now</Trans>}
          onConfirm={() => void begin(chosen)}
          onKeep={answer}
        />
      ) : (
        <p>
          <Button ref={raiser} onClick={ask}>
            {runs ? <Trans>Make it longer…</Trans> : <Trans>Take a break…</Trans>}
          </Button>
        </p>
      )}
    </>
  );
}
