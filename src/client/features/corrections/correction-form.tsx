import { Plural, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import type { CorrectionPreview } from '#contract/desk.ts';
import { gameName } from '#domain/fixture.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { useReportSavedUnlessAnswered } from '#client/data/device/sync-state.ts';
import { Button } from '#client/ui/button.tsx';
import { Form, type SchemaForm } from '#client/ui/form/form.tsx';
import { ProblemNotice } from '#client/ui/notice.tsx';
import { fixtureSubject } from '#sync/outbox/subjects.ts';
import { useTaskWithError } from '../desk/desk-task.ts';
import { type RequiredReason, ReasonField } from '../desk/reason-form.tsx';

type CorrectionReasonValues = z.output<typeof RequiredReason>;

/** The form for the reason of a correction. */
export type CorrectionReasonForm = SchemaForm<
  z.input<typeof RequiredReason>,
  CorrectionReasonValues
>;

type CorrectionFormProps = {
  preview: CorrectionPreview;
  results: PayloadOf<'fixture.correct'>['results'];
  form: CorrectionReasonForm;
  /** True while another preview is loading. */
  waiting: boolean;
};

/** The button that corrects the previewed tickets, and the field for its reason. */
export function CorrectionForm({ preview, results, form, waiting }: CorrectionFormProps) {
  const { t } = useLingui();
  const { enqueue } = useOutboxActions();
  const navigate = useNavigate();
  const reportSaved = useReportSavedUnlessAnswered();
  const { busy, run, failed } = useTaskWithError();
  const send = async ({ reason }: CorrectionReasonValues) =>
    run(async () => {
      const { id, home, away, version } = preview.fixture;
      const about = { fixtureId: id, game: gameName(home, away), version };
      const operation = await enqueue('fixture.correct', { ...about, results, reason });
      if (operation !== undefined) {
        const saved = t`The tickets are corrected when you are online.`;
        reportSaved(saved, { operation, subject: fixtureSubject(id) });
      }
      await navigate({ to: '/admin/corrections' });
    });
  return (
    <Form form={form} label={t`Correct tickets`} onSubmit={send}>
      <ReasonField hint={t`Everybody reads it beside the old outcome.`} />
      <ProblemNotice text={failed} />
      <Button type="submit" look="primary" busy={busy || waiting}>
        <Plural value={preview.tickets} one="Correct # ticket" other="Correct # tickets" />
      </Button>
    </Form>
  );
}
