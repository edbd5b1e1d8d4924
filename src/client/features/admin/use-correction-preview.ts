import { useCallback, useEffect, useState } from 'react';
import type { CorrectionPreview } from '#contract/desk.ts';
import { useDeskCalls } from '#client/data/use-desk-calls.ts';
import type { Wanted } from './corrected-options.tsx';

type Answered = { asked: string; preview: CorrectionPreview | undefined };

/** What a correction would do, asked of the server anew with each choice and each version of the game. */
export function useCorrectionPreview(
  fixtureId: string,
  wanted: Wanted,
  version: number | undefined,
) {
  const ask = useDeskCalls();
  const [answered, setAnswered] = useState<Answered>();
  const [attempt, setAttempt] = useState(0);
  const results = Object.entries(wanted)
    .map(([oddsId, result]) => `${oddsId}:${result}`)
    .join(',');
  const asked = `${results} ${version} ${attempt}`;
  useEffect(() => {
    let isLate = false;
    void ask(async (calls) => calls.preview(fixtureId, results)).then((preview) => {
      if (!isLate) setAnswered({ asked, preview });
    });
    return () => {
      isLate = true;
    };
  }, [ask, fixtureId, results, asked]);
  return {
    preview: answered?.preview,
    state: answered?.asked === asked ? ('answered' as const) : ('waiting' as const),
    retry: useCallback(() => setAttempt((before) => before + 1), []),
  };
}
