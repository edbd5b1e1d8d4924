import { useId } from 'react';

type ChoiceTabsProps<Value extends string> = {
  /** What is chosen, for who does not see the row. */
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** One of a few, as tabs: radio buttons, so that arrows move between them and one is always set. */
export function ChoiceTabs<Value extends string>(props: ChoiceTabsProps<Value>) {
  const { legend, options, value, onChoose } = props;
  const name = useId();
  return (
    <fieldset className="flex flex-wrap border-b-[1.5px] border-line">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="-mb-[1.5px] inline-flex min-h-11 cursor-pointer items-center border-b-[3px] border-transparent px-3 font-narrow font-bold text-dim hover:text-ink has-checked:border-flag has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-ink forced-colors:has-checked:border-[Highlight]"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
