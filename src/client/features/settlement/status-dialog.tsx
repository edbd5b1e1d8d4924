import { Trans, useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import type { DeskFixture } from '#contract/desk.ts';
import { reasonLimit } from '#contract/limits.ts';
import type { Leg } from '#contract/tips.ts';
import type { Score } from '#domain/fixture.ts';
import { type Settlement, earliestDecisionTime } from '#domain/settlement/settlement.ts';
import { type DecidedResult, decidedResults } from '#domain/tip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useUndoableActions } from '#client/data/desk/undoable-actions.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useServerNow } from '#client/data/device/server-time.ts';
import { Button } from '#client/ui/button.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { Form, useSchemaForm } from '#client/ui/form/form.tsx';
import { isolateForeignText, ltrScoreText } from '#client/ui/formats.ts';
import { LegReason } from '#client/ui/tip/leg.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { Notice, ProblemNotice } from '#client/ui/notice.tsx';
import { GameName, Ltr } from '#client/ui/text.tsx';
import { PickWithCode } from '../desk/pick-with-code.tsx';
import { useTaskWithError } from '../desk/desk-task.ts';
import { ReasonField } from '../desk/reason-form.tsx';
import { proposeLegResult } from './leg-proposal.ts';
import { isReasonRequired } from './settle-groups.ts';
import {
  isDecisionTooEarly,
  RuleVerdictText,
  TooEarlyText,
  useDecisionLabels,
} from './decision-texts.tsx';

type StatusDialogProps = {
  tip: OptimisticTip;
  leg: Leg;
  /** The desk's row of the game; undefined if the desk does not contain the game. */
  fixture: DeskFixture | undefined;
  onClose: () => void;
};

const OptionalReason = z.object({ reason: z.string().check(z.maxLength(reasonLimit)) });

/** A dialog that shows the score and the result by the rules, and decides a leg. */
export function StatusDialog({ tip, leg, fixture, onClose }: StatusDialogProps) {
  const { t } = useLingui();
  const now = useServerNow(60_000);
  const { option, proposed, match } = proposeLegResult(leg, fixture, now);
  const form = useSchemaForm(OptionalReason, { reason: '' });
  const { busy, failed, settle, takeBack } = useSettleLeg(tip, leg, onClose);
  const decideWithReason = async (result: DecidedResult) => {
    const reason = form.getValues('reason').trim();
    if (reason === '' && isReasonRequired({ proposal: proposed }, result)) {
      return form.setError('reason', { message: 'required' }, { shouldFocus: true });
    }
    if (!(await form.trigger('reason'))) return undefined;
    return settle(result, { reason, proposed });
  };
  const isEarly = isDecisionTooEarly(option, match, now);
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Choose game status`}
      actions={
        <>
          <DecisionButtons {...{ proposed, busy, isEarly }} onDecide={decideWithReason} />
          {leg.result !== 'pending' && (
            <TouchlineBackendOnly>
              <Button busy={busy} onClick={takeBack}>{t`Pending`}</Button>
            </TouchlineBackendOnly>
          )}
        </>
      }
    >
      <p className="font-narrow text-lg font-bold">
        <GameName game={leg.game} />
      </p>
      <p className="text-dim">
        <PickWithCode game={leg.game} oddName={leg.oddName} />
      </p>
      {match.score && <ScoreLine {...match.score} />}
      <div className="mt-3 grid gap-3">
        <ProposedResult leg={leg} proposed={proposed} />
        {isEarly && (
          <Notice>
            <TooEarlyText whistle={option && earliestDecisionTime(option, match)} />
          </Notice>
        )}
        <Form form={form} label={t`Reason`} onSubmit={() => undefined}>
          <ReasonField
            hint={t`Everybody reads it. Void, and what goes against the rules, needs one.`}
          />
        </Form>
        <ProblemNotice text={failed} />
      </div>
    </Modal>
  );
}

type DecisionReason = { reason: string; proposed: Settlement | undefined };

function useSettleLeg(tip: OptimisticTip, { fixtureId, game }: Leg, onSettled: () => void) {
  const { settleLeg } = useUndoableActions(useServerNow(60_000));
  const { busy, run, failed } = useTaskWithError();
  const takeBack = async () =>
    run(async () => {
      await settleLeg(tip, { fixtureId, game, result: 'pending' });
      onSettled();
    });
  const settle = async (result: DecidedResult, { reason, proposed }: DecisionReason) =>
    run(async () => {
      // A decision equal to the rules' proposal stores the proposal's fact, unless a reason was typed.
      const fact = proposed?.result === result && reason === '' ? proposed.fact : undefined;
      const why = { ...(reason && { reason }), ...(fact && { fact }) };
      await settleLeg(tip, { fixtureId, game, result, ...why });
      onSettled();
    });
  return { busy, failed, settle, takeBack };
}

type DecisionButtonsProps = {
  proposed: Settlement | undefined;
  busy: boolean;
  /** True before the deciding whistle, when won and lost cannot be chosen. */
  isEarly: boolean;
  onDecide: (result: DecidedResult) => Promise<void>;
};

function DecisionButtons({ proposed, busy, isEarly, onDecide }: DecisionButtonsProps) {
  const words = useDecisionLabels();
  return decidedResults.map((result) => (
    <Button
      key={result}
      look={proposed?.result === result ? 'primary' : 'plain'}
      busy={busy}
      disabled={isEarly && result !== 'void'}
      onClick={() => onDecide(result)}
      className={joinClasses(result !== 'void' && 'flex-1')}
    >
      {words[result]}
    </Button>
  ));
}

function ProposedResult({ leg, proposed }: { leg: Leg; proposed: Settlement | undefined }) {
  const { t } = useLingui();
  if (!proposed) return <Notice>{t`No result is known yet, so the rules propose nothing.`}</Notice>;
  return (
    <Notice title={<RuleVerdictText result={proposed.result} />}>
      <LegReason leg={{ oddName: leg.oddName, ...proposed }} />
    </Notice>
  );
}

function ScoreLine({ fullTime, halfTime: atHalfTime }: Score) {
  const halfTime = atHalfTime && isolateForeignText(ltrScoreText(atHalfTime));
  return (
    <p className="figure mt-2 text-xl font-bold">
      <Ltr>{ltrScoreText(fullTime)}</Ltr>
      {halfTime !== undefined && (
        <span className="ms-2 text-base font-normal text-dim">
          <Trans>half-time {halfTime}</Trans>
        </span>
      )}
    </p>
  );
}
