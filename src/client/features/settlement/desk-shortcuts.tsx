import { useLingui } from '@lingui/react/macro';
import { useEffectEvent, useLayoutEffect } from 'react';
import { ToggleChip } from '#client/ui/chip.tsx';

/** Actions by key: "a", "shift+a", "ArrowUp". After 'pass' the browser processes the key, too. */
export type ShortcutActions = Readonly<Record<string, (() => void | 'pass') | undefined>>;

/** Runs keyboard shortcuts while `on`; among input fields, only the score boxes allow them. */
export function useShortcuts(keys: ShortcutActions, on: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const name = toKeyName(event);
    const command = Object.hasOwn(keys, name) ? keys[name] : undefined;
    // A key that is held down may move through a list, but must not decide repeatedly.
    if (!command || isKeyReserved(event) || (event.repeat && !moveKeys.has(name))) return;
    if (command() !== 'pass') event.preventDefault();
  });
  // A layout effect, so that no key is missed between render and effect.
  useLayoutEffect(() => {
    if (!on) return undefined;
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [on]);
}

const moveKeys = new Set(['j', 'k', 'ArrowUp', 'ArrowDown']);

function toKeyName({ key, shiftKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return shiftKey ? `shift+${name}` : name;
}

const fieldSelector = 'input, textarea, select, [contenteditable]';

/** True if a field, a focused button, a dialog or the browser must handle the key. */
function isKeyReserved({
  target,
  key,
  ctrlKey,
  altKey,
  metaKey,
  isComposing,
}: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || isComposing) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest('[role=dialog]') !== null) return true;
  if (key === 'Enter') return target.closest(`${fieldSelector}, button, a, summary`) !== null;
  const field = target.closest(fieldSelector);
  return field !== null && (!field.matches('[data-box]') || /^\d$/.test(key));
}

type ShortcutBarProps = { on: boolean; onToggle: () => void };

/** The keyboard shortcuts at the lower edge of a desktop, with a switch that disables them. */
export function ShortcutBar({ on, onToggle }: ShortcutBarProps) {
  const { t } = useLingui();
  const keys = useShortcutTexts();
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line py-2 text-sm text-dim">
      {on &&
        keys.map(({ names, words }) => (
          <span key={words} className="inline-flex items-center gap-1.5">
            {names.map((name) => (
              <KeyCap key={name} name={name} />
            ))}
            {words}
          </span>
        ))}
      <span className="ms-auto">
        <ToggleChip on={on} onClick={onToggle}>{t`Keys`}</ToggleChip>
      </span>
    </div>
  );
}

/** A drawn key of the keyboard. */
function KeyCap({ name }: { name: string }) {
  return (
    <kbd
      dir="ltr"
      className="inline-flex min-h-6 min-w-6 items-center justify-center rounded-tag border border-edge bg-card px-1 font-sans text-xs font-semibold text-ink"
    >
      {name}
    </kbd>
  );
}

function useShortcutTexts() {
  const { t } = useLingui();
  return [
    { names: ['↑', '↓'], words: t`game` },
    { names: ['J', 'K'], words: t`option` },
    { names: ['A'], words: t`ACCEPT` },
    { names: ['D'], words: t`DECLINE` },
    { names: ['V'], words: t`Void` },
    { names: ['⇧A'], words: t`accept all` },
    { names: ['0–9'], words: t`score` },
    { names: ['↵'], words: t`next exception` },
    { names: ['/'], words: t`Search` },
    { names: ['Z'], words: t`Undo` },
    { names: ['C'], words: t`confirm` },
  ];
}
