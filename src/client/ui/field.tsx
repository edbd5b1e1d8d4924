import { useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { profileTextLimit } from '#contract/limits.ts';

/** A field's own words for what can be wrong with it, by field code. */
type FieldWords = Readonly<Record<string, string>>;

export type FieldProps = {
  name: string;
  label: ReactNode;
  words?: FieldWords;
  /** Help that is always there, under the field. */
  hint?: ReactNode;
};

/** What a control needs to be tied to its label, its hint and its error. */
type Wiring = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type FieldFrame = Omit<FieldProps, 'label'> & {
  /** Absent where the control carries its own, as a tick does. */
  label?: ReactNode;
  children: (wiring: Wiring) => ReactNode;
};

/** The look of every control one can type or choose in. 16 px, or phones zoom in on it. */
export const control =
  'edge block w-full min-h-11 rounded-sm bg-card px-3 py-2 text-[1rem] text-ink placeholder:text-dim aria-invalid:border-lost';

/** Ties a control to its label and words. An error shows only once the form was sent. */
export function Field({ name, label, words, hint, children }: FieldFrame) {
  const id = useId();
  const error = useFieldError(name, words);
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter((part) => part !== false)
    .join(' ');
  return (
    <div className="grid gap-1">
      {label !== undefined && (
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
      )}
      {children({
        id,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': described || undefined,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-dim">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm font-semibold text-lost">
          {error}
        </p>
      )}
    </div>
  );
}

/** The words for what is wrong with a field, if something is. */
function useFieldError(name: string, words: FieldWords = {}): string | undefined {
  const { t } = useLingui();
  const { getFieldState, formState } = useFormContext();
  const code = getFieldState(name, formState).error?.message;
  if (code === undefined) return undefined;
  const usual: FieldWords = {
    required: t`This is required`,
    'too-long': t`At most ${profileTextLimit} characters`,
    'too-short': t`This is too short`,
    'too-common': t`This is too easy to guess`,
    mismatch: t`The two do not match`,
    invalid: t`This is not right`,
  };
  return words[code] ?? usual[code] ?? usual['invalid'];
}
