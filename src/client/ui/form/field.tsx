import { useLingui } from '@lingui/react/macro';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { profileTextLimit } from '#contract/limits.ts';
import { Button } from '../button.tsx';
import { joinClasses, controlClasses } from '../classes.ts';

/** The error texts of a field by error code. */
type FieldErrorTexts = Readonly<Record<string, string>>;

export type FieldProps = {
  name: string;
  label: ReactNode;
  errorTexts?: FieldErrorTexts | undefined;
  /** The maximum number of characters, which error texts mention. */
  limit?: number | undefined;
  /** A help text under the field, always visible. */
  hint?: ReactNode;
};

/** Props that connect a control with its label, hint and error. */
type ControlProps = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type FieldFrameProps = Omit<FieldProps, 'label'> & {
  /** Absent for a control with its own label, such as a checkbox. */
  label?: ReactNode;
  children: (wiring: ControlProps) => ReactNode;
};

/** A control with its label, hint and error. Errors are hidden until the form was submitted. */
function Field({ name, label, errorTexts, limit, hint, children }: FieldFrameProps) {
  const id = useId();
  const error = useFieldError(name, errorTexts, limit);
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

/** The error text of a field; undefined if the field is valid. */
function useFieldError(
  name: string,
  words: FieldErrorTexts = {},
  limit = profileTextLimit,
): string | undefined {
  const { t } = useLingui();
  const { getFieldState, formState } = useFormContext();
  const code = getFieldState(name, formState).error?.message;
  if (code === undefined) return undefined;
  const usual: FieldErrorTexts = {
    required: t`This is required`,
    'too-long': t`At most ${limit} characters`,
    'too-short': t`This is too short`,
    'too-common': t`This is too easy to guess`,
    mismatch: t`The two do not match`,
    invalid: t`This is not right`,
  };
  return words[code] ?? usual[code] ?? usual['invalid'];
}

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'name' | 'id'>;

export function TextField({
  name,
  label,
  errorTexts,
  limit,
  hint,
  className,
  ...rest
}: TextFieldProps) {
  const { register } = useFormContext();
  return (
    <Field name={name} label={label} errorTexts={errorTexts} limit={limit} hint={hint}>
      {(wiring) => (
        <input
          type="text"
          dir="auto"
          {...rest}
          {...wiring}
          {...register(name)}
          className={joinClasses(controlClasses, className)}
        />
      )}
    </Field>
  );
}

type PasswordFieldProps = TextFieldProps & {
  /** The name of a field that must equal this field; a change validates that field again. */
  comparedIn?: string | undefined;
};

/** A password field whose text can be shown and pasted, and which the browser can save. */
export function PasswordField(props: PasswordFieldProps) {
  const { name, label, errorTexts, hint, comparedIn, ...rest } = props;
  const { t } = useLingui();
  const { register } = useFormContext();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const hints = capsLock ? t`Caps lock is on` : hint;
  return (
    <Field name={name} label={label} errorTexts={errorTexts} hint={hints}>
      {(wiring) => (
        <div className="flex gap-2">
          <input
            {...rest}
            {...wiring}
            {...register(name, comparedIn === undefined ? {} : { deps: comparedIn })}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
            className={controlClasses}
          />
          <Button onClick={() => setShown(!shown)}>
            {shown ? t`Hide` : t`Show`} <span className="sr-only">{label}</span>
          </Button>
        </div>
      )}
    </Field>
  );
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'name' | 'id'>;

export function TextArea({ name, label, errorTexts, hint, className, ...rest }: TextAreaProps) {
  const { register } = useFormContext();
  return (
    <Field name={name} label={label} errorTexts={errorTexts} hint={hint}>
      {(wiring) => (
        <textarea
          rows={3}
          dir="auto"
          {...rest}
          {...wiring}
          {...register(name)}
          className={joinClasses(controlClasses, 'field-sizing-content', className)}
        />
      )}
    </Field>
  );
}

type SelectFieldProps = FieldProps & {
  placeholder?: string;
  options: readonly { value: string; label: string }[];
  autoComplete?: string;
};

/** A native select, which works best on phones and passes the content security policy. */
export function SelectField({
  name,
  label,
  errorTexts,
  hint,
  placeholder,
  options,
  autoComplete,
}: SelectFieldProps) {
  const { register, getValues } = useFormContext();
  const initial: unknown = getValues(name);
  return (
    <Field name={name} label={label} errorTexts={errorTexts} hint={hint}>
      {(wiring) => (
        <select
          {...wiring}
          {...register(name)}
          autoComplete={autoComplete}
          defaultValue={typeof initial === 'string' ? initial : undefined}
          className={controlClasses}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A checkbox with a sentence; a tap anywhere on the line toggles it. */
export function CheckboxField({ name, label, errorTexts, hint }: FieldProps) {
  const { register } = useFormContext();
  return (
    <Field name={name} errorTexts={errorTexts} hint={hint}>
      {(wiring) => (
        <label htmlFor={wiring.id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            {...wiring}
            {...register(name)}
            className="size-6 shrink-0 accent-ink"
          />
          <span>{label}</span>
        </label>
      )}
    </Field>
  );
}
