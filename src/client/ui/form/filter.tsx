import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { controlClasses } from '../classes.ts';
import { countText } from '../formats.ts';

/** The typed text of a filter field; it is replaced when the applied filter in the URL changes. */
export function useTypedFilter<Value>(applied: Value) {
  const [typed, setTyped] = useState(applied);
  const [seen, setSeen] = useState(applied);
  // The URL also changes by Back, or by a link that removes the filter.
  if (applied !== seen) {
    setSeen(applied);
    setTyped(applied);
  }
  return [typed, setTyped] as const;
}

type LabelledControlProps = { label: ReactNode; children: (id: string) => ReactNode };

/** A control with a label, for use outside of a validated form. */
export function LabelledControl({ label, children }: LabelledControlProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

type MinOddsSelectProps = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  /** The minimum odds, 0 for any. */
  value: number;
  onChange: (odds: number) => void;
  /** The label of the choice without a minimum. */
  any: string;
};

/** A select for the minimum odds, from 1 to 10. */
export function MinOddsSelect({ onChange, any, ...rest }: MinOddsSelectProps) {
  return (
    <select
      {...rest}
      onChange={({ target }) => onChange(Number(target.value))}
      className={controlClasses}
    >
      <option value={0}>{any}</option>
      {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((odds) => (
        <option key={odds} value={odds}>
          {countText(odds)}
        </option>
      ))}
    </select>
  );
}
