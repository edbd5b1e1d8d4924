import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Tip } from '#contract/tips.ts';
import { useCopy } from '#client/data/use-copy.ts';
import { useRefresh } from '#client/data/use-refresh.ts';
import { useTipsters } from '#client/data/use-tipsters.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Empty, Failed, Loading } from '#client/ui/notice.tsx';
import { OpenedTip } from '#client/ui/tip/opened-tip.tsx';
import { TipsterLine } from './tipster-line.tsx';

const shown = 6;

/** The people behind the tips, best record first, with their five newest tips as balls. */
export function HomeTipsters() {
  const tipsters = useTipsters();
  const { state, retry } = useRefresh('tipsters');
  const [open, setOpen] = useState<Tip>();
  const copy = useCopy();

  if (state === 'failed' && tipsters === undefined) {
    return (
      <Failed onRetry={retry}>
        <Trans>The tipsters could not be fetched.</Trans>
      </Failed>
    );
  }
  if (tipsters === undefined || (state === 'waiting' && tipsters.length === 0)) {
    return <Loading shape="row" rows={4} label={<Trans>Fetching tipsters</Trans>} />;
  }
  if (tipsters.length === 0) {
    return (
      <Empty
        act={
          <LinkButton to="/tips/create">
            <Trans>Post a tip</Trans>
          </LinkButton>
        }
      >
        <Trans>No tipsters yet. Be the first.</Trans>
      </Empty>
    );
  }
  return (
    <>
      <ul className="chalk divide-y-[1.5px] divide-line rounded-md bg-card">
        {tipsters.slice(0, shown).map((tipster) => (
          <TipsterLine key={tipster.id} tipster={tipster} onOpen={setOpen} />
        ))}
      </ul>
      <OpenedTip tip={open} onClose={() => setOpen(undefined)} copy={copy} />
    </>
  );
}
