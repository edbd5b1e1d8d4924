import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';

type RadioProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  onChoose: (label: HTMLElement) => void;
};

/** A radio button that looks like a button; the arrow keys move within its group. */
export function Radio({ className, children, onChoose, ...input }: RadioProps) {
  return (
    <label className={className}>
      <input
        type="radio"
        {...input}
        onChange={({ target }) => onChoose(target.parentElement ?? target)}
        className="sr-only"
      />
      {children}
    </label>
  );
}

type SegmentedControlProps<Value extends string> = {
  /** The accessible name of the group. */
  label: ReactNode;
  /** Hides the label visually, if other content already shows it. */
  labelHidden?: boolean;
  segments: readonly (readonly [Value, ReactNode])[];
  chosen: Value;
  chosenRef?: Ref<HTMLInputElement>;
  onChoose: (value: Value) => void;
  /** An explanation of the chosen value. */
  hint?: ReactNode;
};

/** Two or three radio buttons side by side; one is always chosen. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, labelHidden, segments, chosen, chosenRef, onChoose, hint } = props;
  const name = useId();
  return (
    <fieldset aria-describedby={hint === undefined ? undefined : `${name}-hint`}>
      <legend className={labelHidden ? 'sr-only' : 'mb-2 font-semibold'}>{label}</legend>
      <div className="flex flex-wrap gap-0.5 rounded-[12px] bg-sunk p-[3px]">
        {segments.map(([value, words]) => (
          <Radio
            key={value}
            name={name}
            value={value}
            checked={value === chosen}
            ref={value === chosen ? chosenRef : undefined}
            onChoose={() => onChoose(value)}
            className="inline-flex min-h-11 min-w-20 flex-1 cursor-pointer items-center justify-center rounded-key border border-transparent px-2.5 text-center text-sm font-medium text-dim hover:text-ink has-checked:border-edge has-checked:bg-card has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-ink forced-colors:has-checked:border-[Highlight]"
          >
            {words}
          </Radio>
        ))}
      </div>
      {hint !== undefined && (
        <p id={`${name}-hint`} className="mt-1.5 text-sm text-dim">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
