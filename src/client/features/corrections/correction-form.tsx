import { Plural, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect } from 'react';
import type * as z from 'zod/mini';
import type { CorrectionPreview, ProposedCorrection } from '#contract/desk.ts';
import { gameName } from '#domain/fixture.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';
import { useActions } from '#client/data/outbox/actions.ts';
import { useReportSavedOffline } from '#client/data/device/sync-state.ts';
import { useSession } from '#client/session/session.ts';
import { Button } from '#client/ui/button.tsx';
import { Form, type ShapeForm, useShapeForm } from '#client/ui/form/form.tsx';
import { Notice, Problem } from '#client/ui/notice.tsx';
import { fixtureLane } from '#sync/outbox/lane.ts';
import { useShownTask } from '../desk/desk-task.ts';
import { Reason, ReasonField } from '../desk/reason-form.tsx';

type ReasonForm = ShapeForm<z.input<typeof Reason>, z.output<typeof Reason>>;

/** The forms for the reasons of a correction and of a withdrawal. */
export type Reasons = Record<'correcting' | 'withdrawing', ReasonForm>;

/** The reasons while a game is open; an untyped one of a correction is its proposal's. */
export function useReasons(proposed: readonly ProposedCorrection[]): Reasons {
  const session = useSession();
  const theirs = proposed.find(({ by }) => by.id !== session?.memberId);
  const reason = (theirs ?? proposed[0])?.reason ?? '';
  const correcting = useShapeForm(Reason, { reason });
  const { reset } = correcting;
  // A layout effect, so that the sent reason is the visible one.
  useLayoutEffect(() => reset({ reason }, { keepDirtyValues: true }), [reset, reason]);
  const withdrawing = useShapeForm(Reason, { reason: '' });
  return { correcting, withdrawing };
}

type CorrectProps = {
  preview: CorrectionPreview;
  results: Results;
  form: ReasonForm;
  /** Whether another preview is loading. */
  waiting: boolean;
};

type Results = PayloadOf<'fixture.correct'>['results'];

/** Corrects the previewed tickets, with a reason. */
export function Correct({ preview, results, form, waiting }: CorrectProps) {
  const { t } = useLingui();
  const { tickets, old } = preview;
  return (
    <CorrectionForm
      label={t`Correct tickets`}
      hint={t`Everybody reads it beside the old outcome.`}
      saved={t`The tickets are corrected when you are online.`}
      {...{ preview, results, form }}
      renderButton={(busy) => (
        <Button type="submit" look="primary" busy={busy || waiting}>
          <Plural value={tickets} one="Correct # ticket" other="Correct # tickets" />
        </Button>
      )}
    >
      {old > 0 && (
        <Notice>
          <Plural
            value={old}
            one="# ticket was confirmed more than 72 hours ago: two administrators have to agree."
            other="# tickets were confirmed more than 72 hours ago: two administrators have to agree."
          />
        </Notice>
      )}
    </CorrectionForm>
  );
}

/** Withdraws one's own proposal for a game, with a reason. */
export function WithdrawProposal({ preview, form }: Pick<CorrectProps, 'preview' | 'form'>) {
  const { t } = useLingui();
  return (
    <CorrectionForm
      label={t`Withdraw the proposal`}
      hint={t`Administrators read it in the history.`}
      saved={t`The proposal is withdrawn when you are online.`}
      {...{ preview, form, results: [] }}
      renderButton={(busy) => <Button type="submit" busy={busy}>{t`Withdraw the proposal`}</Button>}
    />
  );
}

type CorrectionFormProps = Omit<CorrectProps, 'waiting'> & {
  label: string;
  /** The readers of the reason. */
  hint: string;
  /** Text for a change that is not sent at once. */
  saved: string;
  children?: ReactNode;
  renderButton: (busy: boolean) => ReactNode;
};

function CorrectionForm({ preview: { fixture }, results, ...props }: CorrectionFormProps) {
  const { label, hint, saved, form, children, renderButton } = props;
  const { enqueue } = useActions();
  const navigate = useNavigate();
  const reportSaved = useReportSavedOffline();
  const { busy, run, failed } = useShownTask();
  const send = async ({ reason }: z.output<typeof Reason>) =>
    run(async () => {
      const { id, home, away, version } = fixture;
      const about = { fixtureId: id, game: gameName(home, away), version };
      const operation = await enqueue('fixture.correct', { ...about, results, reason });
      if (operation !== undefined) reportSaved(saved, { operation, subject: fixtureLane(id) });
      await navigate({ to: '/admin/corrections' });
    });
  return (
    <Form form={form} label={label} onSubmit={send}>
      <ReasonField hint={hint} />
      {children}
      <Problem text={failed} />
      {renderButton(busy)}
    </Form>
  );
}
