import { useId, type ReactNode } from 'react';

type CheckChoiceProps = {
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint: ReactNode;
  className: string;
};

/** Something that is on or off, with a sentence about what that means. */
export function CheckChoice({ onChange, label, hint, className, ...state }: CheckChoiceProps) {
  const id = useId();
  return (
    <div className={`grid ${className}`}>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          id={id}
          {...state}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange(target.checked)}
          className="size-6 shrink-0 accent-ink"
        />
        {label}
      </label>
      <p id={`${id}-hint`} className="text-sm text-dim">
        {hint}
      </p>
    </div>
  );
}

type RadioChoiceProps<Value extends string> = {
  choices: readonly { value: Value; words: ReactNode }[];
  chosen: Value;
  onChoose: (value: Value) => void;
  className: string;
};

/** One of a few, each as a row that is easily hit. */
export function RadioChoice<Value extends string>({
  choices,
  chosen,
  onChoose,
  className,
}: RadioChoiceProps<Value>) {
  const name = useId();
  return (
    <div className={`grid gap-1.5 ${className}`}>
      {choices.map(({ value, words }) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm border-[1.5px] border-transparent bg-sunk px-3 font-semibold has-checked:border-ink has-checked:bg-card has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="size-5 shrink-0 accent-ink"
          />
          {words}
        </label>
      ))}
    </div>
  );
}
