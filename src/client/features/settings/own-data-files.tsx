import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOwnData } from '#client/data/use-own-data.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';

/** A copy of everything of one's own: the server's, so it takes a line. */
export function OwnDataFiles() {
  const { t } = useLingui();
  const { save } = useOwnData();
  const [busy, setBusy] = useState<'json' | 'csv'>();
  const [problem, setProblem] = useState<string>();
  const take = async (format: 'json' | 'csv') => {
    setBusy(format);
    setProblem(undefined);
    const saved = await save(format);
    setBusy(undefined);
    if (saved === 'unreachable') {
      setProblem(t`There is no line to the server right now. Nothing was lost; try again.`);
    }
    if (saved === 'session-ended') setProblem(t`You were logged out. Please log in again.`);
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
