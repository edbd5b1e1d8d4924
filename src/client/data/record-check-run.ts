import type { CheckedTip } from '#contract/proof/tip-check.ts';
import type { Configuration } from '#contract/site/site.ts';
import type { RecordWindow } from '#domain/record.ts';
import { createApi } from '#sync/backend/api.ts';
import { createRetryingApi } from '#sync/backend/retrying-api.ts';
import { deviceClock } from '#sync/clock.ts';
import type { Engine } from '#sync/engine.ts';
import {
  checkRecord,
  storeCheckSummary,
  type RecordCheckOutcome,
  type RecordCheckProgress,
} from '#sync/record-check.ts';
import type { PublicStore } from '#sync/storage/public-store.ts';
import { session } from '#client/session/session.ts';
import { serverNow } from './device/server-time.ts';

type RecordCheckRunOptions = {
  configuration: Configuration;
  engine: Engine | undefined;
  store: PublicStore;
  signal: AbortSignal;
  onProgress: (progress: RecordCheckProgress) => void;
  checkedTips: Map<string, CheckedTip>;
};

/** Checks a tipster's record and stores the result; `signal` aborts its requests. */
export async function runRecordCheck(
  { configuration, engine, store, signal, onProgress, checkedTips }: RecordCheckRunOptions,
  tipsterId: string,
  window: RecordWindow,
): Promise<RecordCheckOutcome> {
  const token = () => session.get()?.token;
  const fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init);
  const api = createApi({ baseUrl: configuration.apiBaseUrl, fetch, token, signal });
  const outcome = await checkRecord(
    {
      api: createRetryingApi({ api, clock: deviceClock, signal }),
      serverNow: () => serverNow(engine),
      signal,
      onProgress,
      waitForPaint: yieldToBrowser,
      checkedTips,
    },
    tipsterId,
    window,
  );
  if (outcome.kind === 'done') await storeCheckSummary(store, tipsterId, outcome.check, Date.now());
  return outcome;
}

/** Lets the browser paint and react to taps between two steps of long work. */
async function yieldToBrowser(): Promise<void> {
  return new Promise((done) => setTimeout(done, 0));
}
