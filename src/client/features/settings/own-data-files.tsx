import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type Saving, useOwnData } from '#client/data/use-own-data.ts';
import { Button } from '#client/ui/button.tsx';
import { shortTime } from '#client/ui/formats.ts';
import { Notice } from '#client/ui/notice.tsx';
import { serverWords } from '#client/ui/messages/problems.ts';

/** A copy of everything of one's own: the server's, so it takes a line. */
export function OwnDataFiles() {
  const { save } = useOwnData();
  const [busy, setBusy] = useState<'json' | 'csv'>();
  const [problem, setProblem] = useState<string>();
  const take = async (format: 'json' | 'csv') => {
    setBusy(format);
    setProblem(undefined);
    const saved = await save(format);
    setBusy(undefined);
    if (saved !== 'saved') setProblem(wordsFor(saved));
  };
  return (
    <>
      <p>
        <Trans>
          Your profile, every tip you posted with its result, and whom you follow, as a file.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy !== undefined} onClick={() => void take('json')}>
          {busy === 'json' ? <Trans>Processing...</Trans> : <Trans>Save as JSON</Trans>}
        </Button>
        <Button busy={busy !== undefined} onClick={() => void take('csv')}>
          {busy === 'csv' ? <Trans>Processing...</Trans> : <Trans>Save as a table (CSV)</Trans>}
        </Button>
      </div>
      {problem !== undefined && (
        <Notice role="alert" tone="saved">
          {problem}
        </Notice>
      )}
    </>
  );
}

/** Why there is no file: the server's reason, and from when on it will do it where it says so. */
function wordsFor(trouble: Exclude<Saving, 'saved'>): string {
  if (trouble.kind === 'unreachable') {
    return trouble.cause === 'too-slow'
      ? t`The server took too long to answer. Nothing was lost; try again.`
      : t`There is no line to the server right now. Nothing was lost; try again.`;
  }
  const { problem, retryAfter } = trouble;
  if (retryAfter === undefined) return serverWords(problem);
  const time = shortTime(new Date(Date.now() + retryAfter));
  return problem.code === 'rate-limited'
    ? t`That was a lot at once. The server takes it again from ${time} on.`
    : t`The service is not available right now. It may be again from ${time} on.`;
}
