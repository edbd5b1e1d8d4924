import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { control } from '../classes.ts';
import { countText } from '../formats.ts';

/** Text of a filter field: the typed text, until the address changes. */
export function useTyped<Value>(applied: Value) {
  const [typed, setTyped] = useState(applied);
  const [seen, setSeen] = useState(applied);
  // Back, or a link that removes the filter, changes the address without the form.
  if (applied !== seen) {
    setSeen(applied);
    setTyped(applied);
  }
  return [typed, setTyped] as const;
}

type LabelledProps = { label: ReactNode; children: (id: string) => ReactNode };

/** A labelled control outside of a validated form. */
export function Labelled({ label, children }: LabelledProps) {
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

type OddsSelectProps = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  /** The minimum odds, 0 for any. */
  value: number;
  onChange: (odds: number) => void;
  /** Label of the choice without a minimum. */
  any: string;
};

/** A select of minimum odds, from 1 to 10. */
export function OddsSelect({ onChange, any, ...rest }: OddsSelectProps) {
  return (
    <select {...rest} onChange={({ target }) => onChange(Number(target.value))} className={control}>
      <option value={0}>{any}</option>
      {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((odds) => (
        <option key={odds} value={odds}>
          {countText(odds)}
        </option>
      ))}
    </select>
  );
}
