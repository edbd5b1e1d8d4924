import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Tip } from '#contract/tips.ts';
import { Button } from '../button.tsx';
import { Modal } from '../dialog/modal.tsx';
import { capitalisedDayAndTimeText } from '../formats.ts';
import { Notice } from '../notice.tsx';
import { TipsterLink } from '../member/tipster.tsx';
import { LegRow } from './leg.tsx';
import { ShareTip } from './share-tip.tsx';
import { Perforation } from './leg-bar.tsx';
import { findRowResultSoFar } from './result-so-far.ts';
import { isInPlay } from './tip-progress.ts';
import { TipCardFooter } from './tip-card-footer.tsx';
import { TipAnalysis } from '../text.tsx';

type TipModalProps = {
  tip: Tip;
  /** Current time by the server's clock. */
  now: Date;
  onClose: () => void;
  /**
   * Copies the tip to the member's saved tips, if allowed; resolves to an error text on failure.
   */
  onCopy?: (() => Promise<string | undefined>) | undefined;
};

/** A dialog with another member's tip; neither Esc nor a tap outside closes it. */
export function TipModal({ tip, now, onClose, onCopy }: TipModalProps) {
  const [failed, setFailed] = useState<string>();
  const inPlay = isInPlay(tip, now);
  const copy = async () => {
    const notSaved = await onCopy?.();
    setFailed(notSaved);
    if (notSaved === undefined) onClose();
  };
  return (
    <Modal
      open
      fixed
      onClose={onClose}
      title={<Trans>Ticket Details</Trans>}
      actions={
        <>
          {onCopy && (
            <Button look="primary" onClick={copy}>
              <Trans>Copy to my tips</Trans>
            </Button>
          )}
          <ShareTip tip={tip} />
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <p className="mb-3 text-sm text-dim">
        <TipsterLink tip={tip} className="font-bold text-ink underline underline-offset-4" />
        {' · '}
        {capitalisedDayAndTimeText(tip.creationTime)}
      </p>
      <div className="card-border @container rounded-md bg-card">
        <ul className="px-3">
          {tip.options.map((leg) => (
            <LegRow
              key={leg.fixtureId}
              leg={leg}
              now={now}
              resultSoFar={findRowResultSoFar(leg, inPlay)}
              reasons
            />
          ))}
        </ul>
        <Perforation />
        <TipCardFooter tip={tip} now={now} inPlay={inPlay} />
      </div>
      <TipAnalysis tip={tip} className="mt-3" />
      {failed !== undefined && (
        <Notice tone="warning" role="alert">
          {failed}
        </Notice>
      )}
    </Modal>
  );
}
