import type { ComponentProps } from 'react';

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
