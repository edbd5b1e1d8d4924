import { Trans, useLingui } from '@lingui/react/macro';
import { oddNameOf } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { factWords } from '#client/ui/tip/fact-words.ts';
import { resultWord } from '#client/ui/tip/outcome.tsx';
import { CodedPick } from '../desk/coded-pick.tsx';
import { ReasonForm } from '../desk/reason-form.tsx';
import type { DecisionRequest, Decision } from './settle-groups.ts';

type OverruleDialogProps = DecisionRequest & {
  onDecide: (reason: string) => Promise<void>;
  onClose: () => void;
};

/** A decision against the rules needs a reason, which is public. */
export function OverruleDialog(props: OverruleDialogProps) {
  const { fixture, row, result, onDecide, onClose } = props;
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
        <ReasonForm words={<Trans>Decide: {decision}</Trans>} onDecide={onDecide} />
      </div>
    </Modal>
  );
}

/** The result of an option by the rules. */
export function RulesResult({ result }: { result: Decision | 'ask' }) {
  const { t } = useLingui();
  const words = {
    won: t`The score says: won`,
    lost: t`The score says: lost`,
    void: t`The rules say: void`,
    ask: t`You decide`,
  };
  return words[result];
}
