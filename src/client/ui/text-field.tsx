import { useLingui } from '@lingui/react/macro';
import { useState, type ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { control, Field, type FieldProps } from './field.tsx';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'name' | 'id'>;

export function TextField({ name, label, words, hint, className, ...rest }: TextFieldProps) {
  const { register } = useFormContext();
  return (
    <Field name={name} label={label} {...optional(words, hint)}>
      {(wiring) => (
        <input
          type="text"
          dir="auto"
          {...rest}
          {...wiring}
          {...register(name)}
          className={classes(control, className)}
        />
      )}
    </Field>
  );
}

/** A password that can be shown, pasted and remembered by the browser. */
export function PasswordField({ name, label, words, hint, ...rest }: TextFieldProps) {
  const { t } = useLingui();
  const { register } = useFormContext();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const hints = capsLock ? t`Caps lock is on` : hint;
  return (
    <Field name={name} label={label} {...optional(words, hints)}>
      {(wiring) => (
        <div className="flex gap-2">
          <input
            {...rest}
            {...wiring}
            {...register(name)}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
            className={control}
          />
          <Button aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? t`Hide` : t`Show`} <span className="sr-only">{label}</span>
          </Button>
        </div>
      )}
    </Field>
  );
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'name' | 'id'>;

export function TextArea({ name, label, words, hint, className, ...rest }: TextAreaProps) {
  const { register } = useFormContext();
  return (
    <Field name={name} label={label} {...optional(words, hint)}>
      {(wiring) => (
        <textarea
          rows={3}
          dir="auto"
          {...rest}
          {...wiring}
          {...register(name)}
          className={classes(control, 'field-sizing-content', className)}
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

/** The phone's own list, which no drawn one beats and which the security policy allows. */
export function SelectField({
  name,
  label,
  words,
  hint,
  placeholder,
  options,
  autoComplete,
}: SelectFieldProps) {
  const { register, getValues } = useFormContext();
  const initial: unknown = getValues(name);
  return (
    <Field name={name} label={label} {...optional(words, hint)}>
      {(wiring) => (
        <select
          {...wiring}
          {...register(name)}
          autoComplete={autoComplete}
          defaultValue={typeof initial === 'string' ? initial : undefined}
          className={classes(control, 'pe-8')}
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

/** A tick with its sentence; the whole line is the target. */
export function TickField({ name, label, words, hint }: FieldProps) {
  const { register } = useFormContext();
  return (
    <Field name={name} {...optional(words, hint)}>
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

function optional(words: FieldProps['words'], hint: FieldProps['hint']) {
  return { ...(words && { words }), ...(hint !== undefined && { hint }) };
}
