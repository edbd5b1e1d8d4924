import { useState } from 'react';
import type { CorrectionPreview, DeskFixture } from '#contract/desk.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { useOptimisticFixture } from '#client/data/desk/desk.ts';
import { useServerQuery } from '#client/data/account/server-query.ts';
import type { CorrectedResults } from './corrected-options.tsx';

/** The last response with a preview, and the state of the newest request. */
export type CorrectionPreviewState = {
  fixture: OptimisticFixture | undefined;
  preview: CorrectionPreview | undefined;
  state: 'waiting' | 'failed' | 'answered';
  retry: () => void;
};

/**
 * Requests a preview, again after each choice and each new version of the fixture. `known` is the
 * stored fixture; the returned fixture includes this device's pending changes.
 */
export function useCorrectionPreview(
  fixtureId: string,
  corrected: CorrectedResults,
  known: DeskFixture | undefined,
): CorrectionPreviewState {
  const results = Object.entries(corrected)
    .map(([oddsId, result]) => `${oddsId}:${result}`)
    .join(',');
  const [preview, setPreview] = useState<CorrectionPreview>();
  const [requestedVersion, setRequestedVersion] = useState(known?.version ?? 0);
  const { answer, isWaiting, retry } = useServerQuery(
    `${fixtureId} ${requestedVersion} ${results}`,
    (accounts) => accounts.desk(async (calls) => calls.previewCorrection(fixtureId, results)),
  );
  if (answer?.kind === 'ok' && answer.reply !== preview) setPreview(answer.reply);
  const fixture = useOptimisticFixture(pickNewerFixture(known, preview?.fixture));
  const version = fixture?.version ?? 0;
  // The server may return an older version again, which must not cause endless requests.
  if (version > Math.max(requestedVersion, preview?.fixture.version ?? 0)) {
    setRequestedVersion(version);
  }
  const isFailed = answer !== undefined && answer.kind !== 'ok';
  return {
    fixture,
    preview,
    state: isWaiting ? 'waiting' : isFailed ? 'failed' : 'answered',
    retry,
  };
}

function pickNewerFixture(
  one: DeskFixture | undefined,
  other: DeskFixture | undefined,
): DeskFixture | undefined {
  return one && other && one.version > other.version ? one : (other ?? one);
}
