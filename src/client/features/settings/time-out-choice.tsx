import '#client/startup/zod-jitless.ts';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { timeOutEnd, type TimeOutLength, listLongerTimeOuts } from '#domain/time-out.ts';
import { payloadOfKind } from '#sync/operations/registry.ts';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { useReportSaveError } from '#client/data/outbox/save-error.ts';
import { useTimeOutEnd } from '#client/data/time-out.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useOperations } from '#client/data/device/sync-state.ts';
import { Button } from '#client/ui/button.tsx';
import { focusOnMount } from '#client/ui/focus.ts';
import { InlineQuestion, useInlineQuestion } from '#client/ui/dialog/inline-question.tsx';
import { dayAndTimeText, durationText } from '#client/ui/formats.ts';
import { Loading, Notice } from '#client/ui/notice.tsx';
import { announce } from '#client/ui/messages/toasts.ts';
import { useTask } from '#client/ui/use-task.ts';
import { LinkRow, SettingRowBody } from './setting-rows.tsx';
import { SegmentedControl } from '#client/ui/radio.tsx';

/** Starts a time-out from posting and booking, which nobody can end early. */
export function TimeOutChoice() {
  const until = useTimeOutEnd();
  const now = useServerNow(30_000);
  const lengths = listLongerTimeOuts(until ?? undefined, now);
  const [begun, setBegun] = useState<{ before: Date | undefined }>();
  if (until === undefined) {
    return (
      <SettingRowBody>
        <Loading rows={1} label={t`Loading what is on this phone`} />
      </SettingRowBody>
    );
  }
  const runs = until ?? undefined;
  // True when the screen shows the end of the time-out that was just started.
  const hasBegun = begun !== undefined && begun.before?.getTime() !== runs?.getTime();
  const begin = () => {
    announce(t`You are on a break`);
    setBegun({ before: runs });
  };
  return (
    <>
      <SettingRowBody>
        {runs ? (
          <RunningTimeOut until={runs} now={now} takesFocus={hasBegun} />
        ) : (
          <TimeOutExplanation />
        )}
        {lengths.length > 0 && <TimeOutLengths {...{ lengths, runs, now }} onBegun={begin} />}
      </SettingRowBody>
      <LinkRow to="/play-responsibly">{t`Play responsibly`}</LinkRow>
    </>
  );
}

function TimeOutExplanation() {
  return (
    <>
      <p>
        <Trans>
          You cannot post or book until it is over. It begins at once, and nobody can end it early.
        </Trans>
      </p>
      <TimeOutScope unheard={false} />
    </>
  );
}

type RunningTimeOutProps = { until: Date; now: Date; takesFocus: boolean };

/**
 * The running time-out. It gets the focus, because the confirmation, and possibly the button, have
 * disappeared.
 */
function RunningTimeOut({ until, now, takesFocus }: RunningTimeOutProps) {
  const unheard = useOperations()?.some(
    (row) => row.state !== 'acked' && payloadOfKind(row, 'time-out.take') !== undefined,
  );
  const end = dayAndTimeText(until);
  const remaining = durationText(until.getTime() - now.getTime());
  return (
    <div
      ref={takesFocus ? focusOnMount : undefined}
      tabIndex={-1}
      className="grid gap-4 focus:shadow-none focus:outline-none"
    >
      <Notice role="note" title={t`You are on a break`}>
        <Trans>
          Nothing is posted or booked until <time dateTime={until.toISOString()}>{end}</time>, for{' '}
          {remaining} more.
        </Trans>
      </Notice>
      <TimeOutScope unheard={unheard === true} />
    </div>
  );
}

/** Says where the time-out applies: without support of the backend only on this phone. */
function TimeOutScope({ unheard }: { unheard: boolean }) {
  return (
    <TouchlineBackendOnly
      instead={
        <p className="text-sm text-saved">
          {t`It applies on this phone only: this server has no breaks.`}
        </p>
      }
    >
      {unheard && (
        <p className="text-sm text-saved">
          {t`It applies on this phone now, and everywhere else when you are online.`}
        </p>
      )}
    </TouchlineBackendOnly>
  );
}

type TimeOutLengthsProps = {
  lengths: readonly TimeOutLength[];
  /** The end of the running time-out, which the new one would extend. */
  runs: Date | undefined;
  now: Date;
  /** Called when the time-out is stored on this phone. */
  onBegun: () => void;
};

function TimeOutLengths({ lengths, runs, now, onBegun }: TimeOutLengthsProps) {
  const [picked, setPicked] = useState(lengths[0]);
  // The picked length is missing if it would not extend the running time-out any more.
  const chosen = lengths.find((length) => length === picked) ?? lengths[0];
  const { asking, raise, answer, drop, raiser } = useInlineQuestion();
  const { startTimeOut } = useOutboxActions();
  const { run } = useTask(useReportSaveError());
  if (chosen === undefined) return undefined;
  const words = { '24h': t`24 hours`, '7d': t`7 days`, '30d': t`30 days` };
  const end = dayAndTimeText(timeOutEnd(now, chosen));
  return (
    <>
      <SegmentedControl
        label={runs ? t`Make it longer` : t`How long`}
        segments={lengths.map((length) => [length, words[length]] as const)}
        chosen={chosen}
        onChoose={(length) => {
          setPicked(length);
          drop();
        }}
      />
      {asking ? (
        <InlineQuestion
          words={runs ? t`Make it longer` : t`Begin the break`}
          question={t`You cannot post or book until ${end}, and nobody can undo it.`}
          keep={t`Not now`}
          onConfirm={() => {
            answer();
            void run(async () => {
              await startTimeOut(chosen);
              onBegun();
            });
          }}
          onKeep={answer}
        />
      ) : (
        <Button ref={raiser} onClick={raise}>
          {runs ? t`Make it longer…` : t`Take a break…`}
        </Button>
      )}
    </>
  );
}
