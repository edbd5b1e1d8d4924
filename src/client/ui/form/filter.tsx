import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { classes, control } from '../classes.ts';
import { countText } from '../formats.ts';

/** What stands in a field of a filter: what was typed, until the address asks for something else. */
export function useTyped<Value>(asked: Value) {
  const [typed, setTyped] = useState(asked);
  const [seen, setSeen] = useState(asked);
  // The way back, or a link to all of them, changes what is asked for without the form.
  if (asked !== seen) {
    setSeen(asked);
    setTyped(asked);
  }
  return [typed, setTyped] as const;
}

type LabelledProps = {
  label: ReactNode;
  className?: string;
  children: (id: string) => ReactNode;
};

/** A control under its label, outside of a form that is checked. */
export function Labelled({ label, className, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={classes('grid gap-1', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

type OddsSelectProps = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  /** The least odds, 0 for any. */
  value: number;
  onChange: (odds: number) => void;
  /** What stands for any odds. */
  any: string;
};

/** The least odds, from one to ten. */
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
