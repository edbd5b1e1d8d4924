import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { reasonLimit } from '#contract/limits.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, useShapeForm } from '#client/ui/form/form.tsx';

const Reason = z.object({
  reason: z.string().check(
    z.refine((text) => text.trim() !== '', { params: { code: 'required' }, abort: true }),
    z.maxLength(reasonLimit),
  ),
});

type ReasonFormProps = {
  /** The label of the button. */
  words: ReactNode;
  /** Replaces the hint about decisions. */
  hint?: string;
  onDecide: (reason: string) => Promise<void>;
};

/** A decision with a reason, which is public. */
export function ReasonForm({ words, hint, onDecide }: ReasonFormProps) {
  const { t } = useLingui();
  const form = useShapeForm(Reason, { reason: '' });
  return (
    <Form form={form} label={t`Reason`} onSubmit={async ({ reason }) => onDecide(reason.trim())}>
      <TextField
        name="reason"
        data-first-focus
        enterKeyHint="done"
        label={t`Reason`}
        hint={hint ?? t`Everybody reads it. Void, and what goes against the rules, needs one.`}
        limit={reasonLimit}
        words={{ required: t`Reason is required` }}
      />
      <Button type="submit" look="primary" busy={form.formState.isSubmitting}>
        {words}
      </Button>
    </Form>
  );
}
