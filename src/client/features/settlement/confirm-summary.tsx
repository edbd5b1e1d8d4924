import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import { Button } from '#client/ui/button.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { GameName } from '#client/ui/text.tsx';
import { legStateText } from '#client/ui/tip/outcome.tsx';
import { PickWithCode } from '../desk/pick-with-code.tsx';
import { summariseConfirmation } from './confirmation.ts';
import { DecisionAuthor, type GroupedDecision } from '../desk/overrulings.tsx';
import { TipsterUnits } from '../desk/tipster-units.tsx';
import { UnpricedTicketsText } from '../desk/undo-bar.tsx';

type ConfirmSummaryProps = {
  /** The tickets to confirm, as they were when the dialog opened. */
  tickets: readonly Tip[];
  fixtures: readonly DeskFixture[];
  now: Date;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** A dialog that shows the effect of confirming many tickets, before they are confirmed. */
export function ConfirmSummary(props: ConfirmSummaryProps) {
  const { tickets, fixtures, now, busy, onConfirm, onClose } = props;
  const { t } = useLingui();
  const { tipsters, overruled, unpriced, copies } = summariseConfirmation(tickets, fixtures, now);
  const words = <Plural value={tickets.length} one="Confirm # ticket" other="Confirm # tickets" />;
  return (
    <Modal
      open
      onClose={onClose}
      title={words}
      actions={
        <Button look="primary" busy={busy} onClick={onConfirm} data-first-focus className="flex-1">
          {t({ message: 'Confirm', context: 'tickets' })}
        </Button>
      }
    >
      <div className="grid gap-3">
        {overruled.length > 0 && (
          <Notice tone="warning" title={<Trans>Decided against the rules</Trans>}>
            <ul className="grid gap-1.5">
              {overruled.map((one) => (
                <OverruledDecision key={one.id} {...one} />
              ))}
            </ul>
          </Notice>
        )}
        {unpriced > 0 && (
          <p className="text-sm">
            <UnpricedTicketsText unpriced={unpriced} />
          </p>
        )}
        {copies > 0 && (
          <p className="text-sm">
            <Plural
              value={copies}
              one="# is a copy, which counts in no record."
              other="# are copies, which count in no record."
            />
          </p>
        )}
        <TipsterUnits tipsters={tipsters} />
      </div>
    </Modal>
  );
}

function OverruledDecision({ game, oddName, result, tickets, reason, decidedBy }: GroupedDecision) {
  return (
    <li className="text-sm">
      <span className="font-semibold">
        <GameName game={game} />
      </span>
      {' · '}
      <PickWithCode game={game} oddName={oddName} />
      {' · '}
      {legStateText(result)}
      {' · '}
      <Plural value={tickets} one="# ticket" other="# tickets" />
      {reason !== undefined && <bdi className="block text-dim">{reason}</bdi>}
      <DecisionAuthor name={decidedBy} />
    </li>
  );
}
