import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import { oddNameOf } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { GameName } from '#client/ui/text.tsx';
import { settlementFactText } from '#client/ui/tip/fact-text.ts';
import { legStateText } from '#client/ui/tip/outcome.tsx';
import { PickWithCode } from '../desk/pick-with-code.tsx';
import { ReasonForm } from '../desk/reason-form.tsx';
import { ConfirmSummary } from './confirm-summary.tsx';
import { RuleVerdictText } from './decision-texts.tsx';
import {
  type DecisionRequest,
  createDecisionEntry,
  countOpenLegs,
  createSettlementPayload,
  createVoidEntries,
} from './settle-groups.ts';

/** An action that first needs a reason or a summary, with the data that the administrator saw. */
export type SettleDialogRequest =
  | { kind: 'overrule'; decision: DecisionRequest }
  | { kind: 'void'; fixture: DeskFixture }
  | { kind: 'confirm'; tickets: readonly Tip[] };

type SettleDialogProps = {
  request: SettleDialogRequest;
  fixtures: readonly DeskFixture[];
  now: Date;
  busy: boolean;
  onSettle: (settling: ReturnType<typeof createSettlementPayload>) => Promise<void>;
  onConfirm: (ids: readonly string[]) => Promise<void>;
  onClose: () => void;
};

/** The dialog for the reason of a decision or the summary of a confirmation. */
export function SettleDialog({ request, onSettle, onConfirm, ...props }: SettleDialogProps) {
  const { onClose } = props;
  switch (request.kind) {
    case 'overrule':
      return <OverruleDialog {...request.decision} onSettle={onSettle} onClose={onClose} />;
    case 'void':
      return <VoidDialog fixture={request.fixture} onSettle={onSettle} onClose={onClose} />;
    case 'confirm': {
      const { tickets } = request;
      return (
        <ConfirmSummary
          {...props}
          tickets={tickets}
          onConfirm={() => void onConfirm(tickets.map(({ id }) => id))}
        />
      );
    }
  }
}

type SettleCallbacks = Pick<SettleDialogProps, 'onSettle' | 'onClose'>;

/** Asks for the reason of a decision against the rules; the reason is public. */
function OverruleDialog(props: DecisionRequest & SettleCallbacks) {
  const { fixture, row, result, onSettle, onClose } = props;
  const { t } = useLingui();
  const { selection, option } = row;
  const game = gameName(fixture.home, fixture.away);
  const decision = legStateText(result);
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Choose game status`}
      description={<PickWithCode game={game} oddName={oddNameOf(option)} />}
    >
      <div className="grid gap-3">
        {selection.proposal && (
          <Notice title={<RuleVerdictText result={selection.proposal.result} />}>
            {settlementFactText(selection.proposal.fact)}
          </Notice>
        )}
        <ReasonForm
          words={<Trans>Decide: {decision}</Trans>}
          onDecide={async (reason) =>
            onSettle(
              createSettlementPayload(fixture, [
                { ...createDecisionEntry(selection, result), reason },
              ]),
            )
          }
        />
      </div>
    </Modal>
  );
}

/** Asks for one reason, then voids all open legs of a game. */
function VoidDialog({ fixture, onSettle, onClose }: { fixture: DeskFixture } & SettleCallbacks) {
  const { t } = useLingui();
  const legs = countOpenLegs(fixture);
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Void all open legs of this game`}
      description={<GameName game={gameName(fixture.home, fixture.away)} />}
    >
      <ReasonForm
        words={<Plural value={legs} one="Void # leg" other="Void # legs" />}
        onDecide={async (reason) =>
          onSettle(createSettlementPayload(fixture, createVoidEntries(fixture, reason)))
        }
      />
    </Modal>
  );
}
