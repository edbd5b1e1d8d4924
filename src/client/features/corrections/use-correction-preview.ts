import { useCallback, useEffect, useState } from 'react';
import type { CorrectionPreview, DeskFixture } from '#contract/desk.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { useFixtureShown } from '#client/data/desk/desk.ts';
import { useDeskCalls } from '#client/data/desk/use-desk-calls.ts';
import type { CorrectedResults } from './corrected-options.tsx';

/**
 * The last response, and the newest known version of the fixture at that time; after a failed
 * request, the previous response.
 */
type Answered = {
  key: string;
  version: number;
  preview: CorrectionPreview | undefined;
  failed: boolean;
};

/** The last response of the preview, and the state of the newest request. */
export type CorrectionAnswer = {
  fixture: OptimisticFixture | undefined;
  preview: CorrectionPreview | undefined;
  state: 'waiting' | 'failed' | 'answered';
  retry: () => void;
};

/**
 * A preview of a correction, requested again with each choice and each version of the fixture; and
 * the fixture with one's own changes, `known` being the one on this device.
 */
export function useCorrectionPreview(
  fixtureId: string,
  corrected: CorrectedResults,
  known: DeskFixture | undefined,
): CorrectionAnswer {
  const callDesk = useDeskCalls();
  const [answered, setAnswered] = useState<Answered>();
  const [attempt, setAttempt] = useState(0);
  const results = Object.entries(corrected)
    .map(([oddsId, result]) => `${oddsId}:${result}`)
    .join(',');
  const key = `${results} ${attempt}`;
  const fixture = useFixtureShown(newest(known, answered?.preview?.fixture));
  const version = fixture?.version ?? 0;
  const isBehind = answered?.key !== key || answered.version < version;
  useEffect(() => {
    if (!isBehind) return undefined;
    let isLate = false;
    void callDesk(async (calls) => calls.preview(fixtureId, results)).then((preview) => {
      if (isLate) return;
      const latestVersion = Math.max(version, preview?.fixture.version ?? 0);
      setAnswered((before) => ({
        key,
        version: latestVersion,
        preview: preview ?? before?.preview,
        failed: preview === undefined,
      }));
    });
    return () => {
      isLate = true;
    };
  }, [callDesk, fixtureId, results, key, version, isBehind]);
  return {
    fixture,
    preview: answered?.preview,
    state: isBehind ? 'waiting' : answered.failed ? 'failed' : 'answered',
    retry: useCallback(() => setAttempt((before) => before + 1), []),
  };
}

function newest(
  one: DeskFixture | undefined,
  other: DeskFixture | undefined,
): DeskFixture | undefined {
  return one && other && one.version > other.version ? one : (other ?? one);
}
