import { useEffect, useEffectEvent } from 'react';

const rowSelector = '[data-game]';

/**
 * Keyboard shortcuts of the list of games: `/` focuses the search, arrows move between games, 1, X
 * and 2 pick, space opens all options, and Enter continues to posting.
 */
export function useListShortcuts(onEnter: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('[role=dialog]') || !(event.target instanceof Element)) return;
    if (runCommand(event.key, event.target, onEnter)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Returns true if the key was handled. */
function runCommand(key: string, target: Element, onEnter: () => void): boolean {
  const typing = target.matches('input:not([type=radio]), textarea, select');
  const inSearch = target.matches('input[type=search]');
  if (key === '/' && !typing) return focusElement(document.querySelector('input[type=search]'));
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const free = target === document.body || target.matches('main h1');
    const row = target.closest(rowSelector);
    return (
      (inSearch || free || row !== null) &&
      focusElement(findNextRow(row, key === 'ArrowDown' ? 1 : -1))
    );
  }
  const row = target.closest(rowSelector);
  if (!row || typing) return false;
  return runRowCommand(key, row, target, onEnter);
}

function runRowCommand(key: string, row: Element, target: Element, onEnter: () => void): boolean {
  const sign = { '1': '1', '2': '2', x: 'X', X: 'X' }[key];
  if (sign !== undefined) return clickElement(row.querySelector(`[data-sign="${sign}"]`));
  // On a button inside the row, Space and Enter press this button.
  if (target !== row) return false;
  if (key === ' ') return clickElement(row.querySelector('[aria-haspopup]'));
  if (key !== 'Enter') return false;
  onEnter();
  return true;
}

function findNextRow(row: Element | null, step: 1 | -1): Element | undefined {
  const all = [...document.querySelectorAll(rowSelector)];
  return row === null ? all[0] : all[all.indexOf(row) + step];
}

function focusElement(element: Element | null | undefined): boolean {
  if (element instanceof HTMLElement) element.focus();
  return element instanceof HTMLElement;
}

function clickElement(element: Element | null): boolean {
  if (element instanceof HTMLElement) element.click();
  return element instanceof HTMLElement;
}
