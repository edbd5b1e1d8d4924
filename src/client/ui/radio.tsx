import { type ComponentProps, type ReactNode, useId } from 'react';

type RadioProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  onChoose: (label: HTMLElement) => void;
};

/** One of a few, whose label is the button; arrows move between those of a name. */
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

type SegmentsProps<Value extends string> = {
  /** What is chosen here. */
  label: ReactNode;
  /** For a place that says it: then it is only read out. */
  labelHidden?: boolean;
  segments: readonly (readonly [Value, ReactNode])[];
  chosen: Value;
  onChoose: (value: Value) => void;
  /** What the chosen one means. */
  hint?: ReactNode;
};

/** One of two or three, side by side: arrows move between them, and one is always set. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, labelHidden, segments, chosen, onChoose, hint } = props;
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
