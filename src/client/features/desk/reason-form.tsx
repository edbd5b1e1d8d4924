import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { reasonLimit } from '#contract/limits.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, useSchemaForm } from '#client/ui/form/form.tsx';

/** The form schema of a reason for a decision; the reason must not be empty. */
export const RequiredReason = z.object({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(reasonLimit)),
});

type ReasonFieldProps = {
  label?: string | undefined;
  /** The text that says who can read the reason, or when a reason is required. */
  hint: string;
  /** True if the field gets the focus when its dialog opens. */
  isFirst?: boolean;
};

/** The field for the reason of an administrator's change. */
export function ReasonField({ label, hint, isFirst = false }: ReasonFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      name="reason"
      data-first-focus={isFirst || undefined}
      enterKeyHint="done"
      label={label ?? t`Reason`}
      hint={hint}
      limit={reasonLimit}
      errorTexts={{ required: t`Reason is required` }}
    />
  );
}

type ReasonFormProps = {
  /** The label of the button. */
  words: ReactNode;
  /** Replaces the default hint. */
  hint?: string;
  onDecide: (reason: string) => Promise<void>;
};

/** A form for a decision that needs a public reason. */
export function ReasonForm({ words, hint, onDecide }: ReasonFormProps) {
  const { t } = useLingui();
  const form = useSchemaForm(RequiredReason, { reason: '' });
  return (
    <Form form={form} label={t`Reason`} onSubmit={async ({ reason }) => onDecide(reason)}>
      <ReasonField
        hint={hint ?? t`Everybody reads it. Void, and what goes against the rules, needs one.`}
        isFirst
      />
      <Button type="submit" look="primary" busy={form.formState.isSubmitting}>
        {words}
      </Button>
    </Form>
  );
}
