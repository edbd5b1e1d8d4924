import '#client/startup/zod-jitless.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import {
  FormProvider,
  get,
  set,
  useForm,
  useFormContext,
  type DefaultValues,
  type FieldPath,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { fieldCodeOf } from '#contract/problem.ts';
import { Button } from '../button.tsx';
import { Notice, ProblemNotice } from '../notice.tsx';

/** A form with the types of its typed values and of its validated values. */
export type SchemaForm<Typed extends FieldValues, Checked> = UseFormReturn<Typed, unknown, Checked>;

/**
 * A form that validates with a schema of the contract. Errors appear after the first submit, as
 * codes that each field translates; codes from the server appear likewise. `same` names two fields
 * that must be equal.
 */
export function useSchemaForm<Typed extends FieldValues, Checked>(
  shape: z.ZodMiniType<Checked, Typed>,
  defaultValues: DefaultValues<Typed>,
  same?: readonly [FieldPath<Typed>, FieldPath<Typed>],
): SchemaForm<Typed, Checked> {
  const resolver = zodResolver<Typed, unknown, Checked, z.ZodMiniType<Checked, Typed>>(shape, {
    error: (issue) => fieldCodeOf({ ...issue, path: issue.path ?? [] }),
    reportInput: true,
  });
  return useForm({
    resolver: same === undefined ? resolver : requireEqualFields(resolver, same),
    defaultValues,
  });
}

function requireEqualFields<Typed extends FieldValues, Checked>(
  resolver: Resolver<Typed, unknown, Checked>,
  [one, other]: readonly [FieldPath<Typed>, FieldPath<Typed>],
): Resolver<Typed, unknown, Checked> {
  return async (values, context, options) => {
    const answer = await resolver(values, context, options);
    if (get(answer.errors, other) || get(values, one) === get(values, other)) return answer;
    const errors: FieldErrors<Typed> = Object.assign({}, answer.errors);
    set(errors, other, { type: 'custom', message: 'mismatch' });
    return { values: {}, errors };
  };
}

type FormProps<Typed extends FieldValues, Checked> = {
  form: SchemaForm<Typed, Checked>;
  onSubmit: (values: Checked) => Promise<void> | void;
  label: string;
  children: ReactNode;
};

export function Form<Typed extends FieldValues, Checked>({
  form,
  onSubmit,
  label,
  children,
}: FormProps<Typed, Checked>) {
  const wrong = findInvalidFields(form).length;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label={label}
        className="grid gap-4"
        onSubmit={form.handleSubmit((values) => onSubmit(values))}
      >
        {wrong > 1 && (
          <Notice tone="warning" role="alert">
            <Trans>Check {wrong} fields</Trans>
          </Notice>
        )}
        {children}
      </form>
    </FormProvider>
  );
}

/** The names of the fields with an error, without the form's own error. */
export function findInvalidFields<Typed extends FieldValues, Checked>({
  formState: { errors },
}: SchemaForm<Typed, Checked>): string[] {
  return Object.keys(errors).filter((name) => name !== 'root');
}

/** Shows error codes at the form's fields; returns true if any field has such a code. */
export function showFieldErrors<Typed extends FieldValues, Checked>(
  form: SchemaForm<Typed, Checked>,
  errors: Readonly<Record<string, readonly string[]>> = {},
): boolean {
  const fields = form.getValues();
  const isWrong = (name: string): name is FieldPath<Typed> => name in fields && name in errors;
  const named = Object.keys(fields).filter(isWrong);
  for (const field of named) {
    const message = errors[field]?.[0] ?? 'invalid';
    form.setError(field, { type: 'server', message }, { shouldFocus: field === named[0] });
  }
  return named.length > 0;
}

type SubmitButtonProps = {
  children: ReactNode;
  look?: 'primary' | 'danger';
  /** True if a submit must wait for something else. */
  busy?: boolean;
  /** The label while the form is being sent. */
  sending?: ReactNode;
  className?: string;
};

/** The submit button; disabled while the form is being sent, to prevent a second submit. */
export function SubmitButton(props: SubmitButtonProps) {
  const { children, look = 'primary', busy = false, sending, className = 'w-full' } = props;
  const { isSubmitting } = useFormContext().formState;
  return (
    <Button type="submit" look={look} busy={busy || isSubmitting} className={className}>
      {isSubmitting ? (sending ?? <Trans>Processing...</Trans>) : children}
    </Button>
  );
}

/** The reason why the last submit failed, if no field shows the reason. */
export function FormProblem() {
  return <ProblemNotice text={useFormContext().formState.errors.root?.message} />;
}
