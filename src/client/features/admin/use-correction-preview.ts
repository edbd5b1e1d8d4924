import { useCallback, useEffect, useState } from 'react';
import type { CorrectionPreview, DeskFixture } from '#contract/desk.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { useFixtureShown } from '#client/data/desk.ts';
import { useDeskCalls } from '#client/data/use-desk-calls.ts';
import type { Wanted } from './corrected-options.tsx';

/**
 * What was answered last, and the newest version of the fixture that was known by then; of a question that
 * failed, the answer before it.
 */
type Answered = {
  asked: string;
  version: number;
  preview: CorrectionPreview | undefined;
  failed: boolean;
};

/** What the server told of a correction last, and how the newest question stands. */
export type CorrectionAnswer = {
  fixture: OptimisticFixture | undefined;
  preview: CorrectionPreview | undefined;
  state: 'waiting' | 'failed' | 'answered';
  retry: () => void;
};

/**
 * What a correction would do, asked of the server anew with each choice and each version of the fixture; and
 * the fixture with one's own changes, `known` being what this device has of it.
 */
export function useCorrectionPreview(
  fixtureId: string,
  wanted: Wanted,
  known: DeskFixture | undefined,
): CorrectionAnswer {
  const ask = useDeskCalls();
  const [answered, setAnswered] = useState<Answered>();
  const [attempt, setAttempt] = useState(0);
  const results = Object.entries(wanted)
    .map(([oddsId, result]) => `${oddsId}:${result}`)
    .join(',');
  const asked = `${results} ${attempt}`;
  const fixture = useFixtureShown(newest(known, answered?.preview?.fixture));
  const version = fixture?.version ?? 0;
  const isBehind = answered?.asked !== asked || answered.version < version;
  useEffect(() => {
    if (!isBehind) return undefined;
    let isLate = false;
    void ask(async (calls) => calls.preview(fixtureId, results)).then((preview) => {
      if (isLate) return;
      const told = Math.max(version, preview?.fixture.version ?? 0);
      setAnswered((before) => ({
        asked,
        version: told,
        preview: preview ?? before?.preview,
        failed: preview === undefined,
      }));
    });
    return () => {
      isLate = true;
    };
  }, [ask, fixtureId, results, asked, version, isBehind]);
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
