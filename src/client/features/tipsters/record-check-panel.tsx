import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { type RecordCheckState, useLastCheck, useRecordCheck } from '#client/data/record-check.ts';
import { Button } from '#client/ui/button.tsx';
import { fetchedAtText, countText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { useOffline } from '#client/ui/offline.ts';
import type { Tipster } from '#contract/members.ts';
import type { RecordWindow } from '#domain/record.ts';
import { RecordCheckResult } from './record-check-result.tsx';

type RecordCheckPanelProps = { tipster: Tipster; window: RecordWindow; onStart: () => void };

/** Checks the record of a period on this phone. */
export function RecordCheckPanel({ tipster, window, onStart }: RecordCheckPanelProps) {
  const { state, start, cancel } = useRecordCheck(tipster.id, window);
  const check = () => {
    onStart();
    void start();
  };
  const isRunning = state.kind === 'running';
  return (
    <div className="mt-3 grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {/* One button with two labels, so that it keeps the focus. */}
        <Button onClick={isRunning ? cancel : check}>
          {!isRunning && <Icon name="shield" className="size-5" />}
          {isRunning ? t`Cancel` : buttonText(state)}
        </Button>
        {state.kind === 'idle' && <LastCheck tipsterId={tipster.id} />}
      </div>
      {isRunning && <CheckProgress {...state.progress} />}
      {state.kind === 'offline' && <InterruptedNotice {...state.progress} />}
      {state.kind === 'unsteady' && (
        <Notice role="alert">
          {t`Tips were settled while the record was checked. Check it again in a minute.`}
        </Notice>
      )}
      {state.kind === 'done' && <RecordCheckResult tipster={tipster} check={state.check} />}
    </div>
  );
}

function buttonText({ kind }: RecordCheckState): string {
  if (kind === 'idle') return t`Check this record`;
  return kind === 'offline' ? t`Go on checking` : t`Check again`;
}

function LastCheck({ tipsterId }: { tipsterId: string }) {
  const last = useLastCheck(tipsterId);
  const isOffline = useOffline();
  if (!last) {
    if (!isOffline) return undefined;
    return <p className="text-sm text-dim">{t`You are offline. A check needs a connection.`}</p>;
  }
  const verified = countText(last.verified);
  const total = countText(last.total);
  return (
    <p className="min-w-0 flex-1 basis-44 text-sm text-dim">
      {t`Last check on this phone: ${verified} of ${total} verified`}
      <span className="block text-xs">{fetchedAtText(last.at)}</span>
    </p>
  );
}

function CheckProgress({ checked, total }: { checked: number; total: number | undefined }) {
  const id = useId();
  const some = countText(checked);
  return (
    <div role="status" className="text-sm">
      <label htmlFor={id}>
        {total === undefined ? (
          t`Fetching the tips of this record`
        ) : (
          <Plural
            value={total}
            one={`${some} of # tip checked on this phone`}
            other={`${some} of # tips checked on this phone`}
          />
        )}
      </label>
      <progress
        id={id}
        className="mt-1 block w-full accent-ink"
        {...(total !== undefined && { value: checked, max: Math.max(total, 1) })}
      />
    </div>
  );
}

function InterruptedNotice({ checked, total }: { checked: number; total: number | undefined }) {
  const some = countText(checked);
  const all = countText(total ?? 0);
  return (
    <Notice role="alert" title={t`The check is not finished`}>
      {total === undefined || checked === 0 ? (
        <Trans>The server cannot be reached. A check needs a connection.</Trans>
      ) : (
        <Trans>
          The server cannot be reached. {some} of {all} tips are checked; go on when you are online.
        </Trans>
      )}
    </Notice>
  );
}
