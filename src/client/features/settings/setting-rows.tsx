import { createLink } from '@tanstack/react-router';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { Card } from '#client/ui/card.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { focusOnMount } from '#client/ui/focus.ts';
import { Icon } from '#client/ui/icon.tsx';

/** A group of settings: rows on a card below a small heading. */
export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-1.5">
      <h2 id={id} className="px-2 font-sans text-sm font-semibold text-dim">
        {title}
      </h2>
      <SettingRows>{children}</SettingRows>
    </section>
  );
}

/** A card of rows with lines between them. */
export function SettingRows({ children }: { children: ReactNode }) {
  return (
    <Card className="phone-bleed min-w-0 divide-y divide-line wrap-break-word">{children}</Card>
  );
}

const rowClasses = 'flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2';

type SettingRowProps = {
  label: ReactNode;
  /** A sentence under the label. */
  hint?: ReactNode;
  /** The value of the setting, or a control that changes the value. */
  children?: ReactNode;
};

/** A setting: its label, and its value at the end of the row. */
export function SettingRow({ label, hint, children }: SettingRowProps) {
  return (
    <div className={rowClasses}>
      <div className="min-w-0 flex-1 basis-32">
        <div className="font-semibold">{label}</div>
        {hint !== undefined && <p className="text-sm text-dim">{hint}</p>}
      </div>
      {children}
    </div>
  );
}

/** The content of a setting that needs more than one line. */
export function SettingRowBody({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-3 px-4 py-3">{children}</div>;
}

function RowAnchor({
  value,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'value'> & { value?: ReactNode }) {
  return (
    <a
      {...rest}
      className={joinClasses(rowClasses, 'first:rounded-t-md last:rounded-b-md hover:bg-sunk')}
    >
      <span className="font-semibold">{children}</span>
      <span className="ms-auto flex min-w-0 items-center gap-1 text-sm text-dim">
        {value}
        <Icon name="next" className="size-4" />
      </span>
    </a>
  );
}

/** A row that links to another page. */
export const LinkRow = createLink(RowAnchor);

type SwitchRowProps = {
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
};

/** A setting with a switch. */
export function SwitchRow({ onChange, label, hint, ...state }: SwitchRowProps) {
  const isHinted = hint !== undefined;
  const id = useId();
  return (
    <div className="px-4 py-2">
      <label
        htmlFor={id}
        className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 font-semibold"
      >
        <span className="min-w-0 flex-1 basis-32">{label}</span>
        <input
          type="checkbox"
          id={id}
          {...state}
          aria-describedby={isHinted ? `${id}-hint` : undefined}
          onChange={({ target }) => onChange(target.checked)}
          className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full bg-edge before:absolute before:start-0.75 before:top-0.75 before:size-5.5 before:rounded-full before:bg-card checked:bg-ink checked:before:start-5.75 disabled:opacity-60 forced-colors:appearance-auto"
        />
      </label>
      {isHinted && (
        <p id={`${id}-hint`} className="text-sm text-dim">
          {hint}
        </p>
      )}
    </div>
  );
}

type CollapsibleRowProps = {
  label: string;
  /** The value, beside the label. */
  value?: ReactNode;
  /** A long value below the label, instead of `value`. */
  hint?: ReactNode;
  /** True if the row is open at first. */
  opened?: boolean;
  /** True for an action that cannot be undone. */
  danger?: boolean;
  /** The content of the open row; `close` closes the row and focuses it. */
  children: (close: () => void) => ReactNode;
};

/** A row that expands when it is tapped, with the content below. */
export function CollapsibleRow({
  label,
  value,
  hint,
  opened = false,
  danger,
  children,
}: CollapsibleRowProps) {
  const id = useId();
  const [state, setState] = useState<'open' | 'folded' | 'closed'>(opened ? 'open' : 'folded');
  const open = state === 'open';
  return (
    <section aria-labelledby={id}>
      <div className={joinClasses(rowClasses, 'relative hover:bg-sunk')}>
        <h2 className={joinClasses('font-sans text-base font-semibold', danger && 'text-lost')}>
          <button
            id={id}
            // A close from inside removes the focused content, so the row gets the focus.
            ref={state === 'closed' ? focusOnMount : undefined}
            type="button"
            aria-expanded={open}
            aria-controls={`${id}-content`}
            {...((value ?? hint) !== undefined && { 'aria-describedby': `${id}-said` })}
            onClick={() => setState(open ? 'folded' : 'open')}
            className="min-h-11 text-start after:absolute after:inset-0"
          >
            {label}
          </button>
        </h2>
        <span className="ms-auto flex min-w-0 items-center gap-1 text-sm text-dim">
          {value !== undefined && (
            <span id={`${id}-said`} className="min-w-0 wrap-anywhere">
              {value}
            </span>
          )}
          <Icon name="down" className={joinClasses('size-4', open && 'rotate-180')} />
        </span>
        {hint !== undefined && (
          <p id={`${id}-said`} className="-mt-3 mb-1 w-full text-xs text-dim">
            {hint}
          </p>
        )}
      </div>
      <div id={`${id}-content`} hidden={!open}>
        {open && <SettingRowBody>{children(() => setState('closed'))}</SettingRowBody>}
      </div>
    </section>
  );
}
