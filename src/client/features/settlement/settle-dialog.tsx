import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import { oddNameOf } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { GameName } from '#client/ui/text.tsx';
import { factWords } from '#client/ui/tip/fact-words.ts';
import { resultWord } from '#client/ui/tip/outcome.tsx';
import { CodedPick } from '../desk/coded-pick.tsx';
import { ReasonForm } from '../desk/reason-form.tsx';
import { ConfirmSummary } from './confirm-summary.tsx';
import { RulesResult } from './rules-words.tsx';
import {
  type DecisionRequest,
  entryOf,
  openLegsOf,
  settlingOf,
  voidEntries,
} from './settle-groups.ts';

/** An action that needs a reason or a summary first, with its data as the administrator saw it. */
export type DialogRequest =
  | { kind: 'overrule'; decision: DecisionRequest }
  | { kind: 'void'; fixture: DeskFixture }
  | { kind: 'confirm'; tickets: readonly Tip[] };

type SettleDialogProps = {
  request: DialogRequest;
  fixtures: readonly DeskFixture[];
  now: Date;
  busy: boolean;
  onSettle: (settling: ReturnType<typeof settlingOf>) => Promise<void>;
  onConfirm: (ids: readonly string[]) => Promise<void>;
  onClose: () => void;
};

/** The dialog for a decision's reason or a confirmation's summary. */
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

type Ends = Pick<SettleDialogProps, 'onSettle' | 'onClose'>;

/** A decision against the rules needs a reason, which is public. */
function OverruleDialog(props: DecisionRequest & Ends) {
  const { fixture, row, result, onSettle, onClose } = props;
  const { t } = useLingui();
  const { one, option } = row;
  const game = gameName(fixture.home, fixture.away);
  const decision = resultWord(result);
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Choose game status`}
      description={<CodedPick game={game} oddName={oddNameOf(option)} />}
    >
      <div className="grid gap-3">
        {one.proposal && (
          <Notice title={<RulesResult result={one.proposal.result} />}>
            {factWords(one.proposal.fact)}
          </Notice>
        )}
        <ReasonForm
          words={<Trans>Decide: {decision}</Trans>}
          onDecide={async (reason) =>
            onSettle(settlingOf(fixture, [{ ...entryOf(one, result), reason }]))
          }
        />
      </div>
    </Modal>
  );
}

/** Voids every open leg of a game for one reason. */
function VoidDialog({ fixture, onSettle, onClose }: { fixture: DeskFixture } & Ends) {
  const { t } = useLingui();
  const legs = openLegsOf(fixture);
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Void all open legs of this game`}
      description={<GameName game={gameName(fixture.home, fixture.away)} />}
    >
      <ReasonForm
        words={<Plural value={legs} one="Void # leg" other="Void # legs" />}
        onDecide={async (reason) => onSettle(settlingOf(fixture, voidEntries(fixture, reason)))}
      />
    </Modal>
  );
}
