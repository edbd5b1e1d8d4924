import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type SchemaForm, showFieldErrors, useSchemaForm } from '#client/ui/form/form.tsx';
import { type CallFailure, type ServerCall, useServerCall } from './server-call.ts';

type ServerFormOptions<
  Typed extends FieldValues,
  Checked,
  Success extends { kind: string },
> = ServerCall<Checked, Success> & {
  schema: z.ZodMiniType<Checked, Typed>;
  defaultValues: DefaultValues<Typed>;
  /** Names of two fields whose values must be equal. */
  same?: readonly [FieldPath<Typed>, FieldPath<Typed>];
  /** Finds errors that the schema cannot find, as codes by field; any error prevents sending. */
  check?: (values: Checked) => CallFailure['errors'];
};

/**
 * A form whose submit makes a call that is never queued. Error codes of a field show at the field;
 * any other failure shows at the submit button.
 */
export function useServerForm<
  Typed extends FieldValues,
  Checked,
  Success extends { kind: string },
>({
  schema,
  defaultValues,
  same,
  check,
  ...call
}: ServerFormOptions<Typed, Checked, Success>): {
  form: SchemaForm<Typed, Checked>;
  onSubmit: (values: Checked) => Promise<void>;
} {
  const form = useSchemaForm(schema, defaultValues, same);
  const callServer = useServerCall();
  const onSubmit = async (values: Checked) => {
    if (showFieldErrors(form, check?.(values))) return;
    const failure = await callServer(call, values);
    if (failure === undefined || showFieldErrors(form, failure.errors)) return;
    form.setError('root', { message: failure.text });
  };
  return { form, onSubmit };
}
