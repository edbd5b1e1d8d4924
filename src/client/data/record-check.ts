import { useEffect, useRef, useState } from 'react';
import type { RecordWindow } from '#domain/record.ts';
import type {
  CheckSummary,
  RecordCheck,
  RecordCheckOutcome,
  RecordCheckProgress,
} from '#sync/record-check.ts';
import type { CheckedTip } from '#contract/proof/tip-check.ts';
import { useDevice } from './device/device.tsx';
import { useAwaitEngine } from './device/engine-state.ts';
import { collections, useStoredDocument } from './collections.ts';

export type RecordCheckState =
  | { kind: 'idle' }
  | { kind: 'running'; progress: RecordCheckProgress }
  | { kind: 'done'; check: RecordCheck }
  | { kind: 'offline'; progress: RecordCheckProgress }
  | { kind: 'unsteady' };

const initialProgress: RecordCheckProgress = { checked: 0, total: undefined };

/** Checks a tipster's record on this phone. `start` continues a check that lost its connection. */
export function useRecordCheck(tipsterId: string, window: RecordWindow) {
  const [state, setState] = useState<RecordCheckState>({ kind: 'idle' });
  const started = useAwaitEngine();
  const { publicStore } = useDevice();
  const running = useRef<AbortController>(undefined);
  const known = useRef(new Map<string, CheckedTip>());
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const abort = new AbortController();
    running.current?.abort();
    running.current = abort;
    let progress = initialProgress;
    const onProgress = (step: RecordCheckProgress) => {
      progress = step;
      if (!abort.signal.aborted) setState({ kind: 'running', progress });
    };
    onProgress(initialProgress);
    const outcome = await run({ signal: abort.signal, onProgress });
    if (running.current !== abort) return;
    setState(toRecordCheckState(outcome, progress));
  };

  async function run(task: {
    signal: AbortSignal;
    onProgress: (progress: RecordCheckProgress) => void;
  }): Promise<RecordCheckOutcome> {
    const { configuration, engine } = await started();
    const code = await import('./record-check-run.ts').catch(() => undefined);
    if (configuration === undefined || code === undefined) return { kind: 'offline' };
    // The profile shows the record; new checkpoints of the log can confirm the phone's own.
    void engine?.refresh({ what: 'record', id: tipsterId });
    void engine?.refresh({ what: 'proof' });
    const parts = {
      ...task,
      configuration,
      engine,
      store: publicStore,
      checkedTips: known.current,
    };
    const outcome = await code.runRecordCheck(parts, tipsterId, window);
    // The next check starts from the beginning, unless this one lost the connection.
    if (outcome.kind !== 'offline') known.current = new Map();
    return outcome;
  }

  const cancel = () => {
    running.current?.abort();
    running.current = undefined;
    setState({ kind: 'idle' });
  };
  return { state, start, cancel };
}

function toRecordCheckState(
  outcome: RecordCheckOutcome,
  progress: RecordCheckProgress,
): RecordCheckState {
  if (outcome.kind === 'done') return outcome;
  if (outcome.kind === 'unsteady') return { kind: 'unsteady' };
  return outcome.kind === 'offline' ? { kind: 'offline', progress } : { kind: 'idle' };
}

/** The last check of a tipster's record on this phone; undefined if there was none. */
export function useLastCheck(tipsterId: string): CheckSummary | undefined {
  return useStoredDocument(collections.recordChecks)?.value.checks[tipsterId];
}
