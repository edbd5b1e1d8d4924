import { useRef, useState } from 'react';
import type { DecidedResult } from '#domain/tip.ts';
import { useShortcuts } from './desk-shortcuts.tsx';
import { isDecisionNeeded, isReasonRequired, type OptionRow } from './settle-groups.ts';

type OptionShortcuts = {
  rows: readonly OptionRow[];
  isOn: boolean;
  onDecide: (row: OptionRow | undefined, result: DecidedResult) => void;
  onAcceptAll: () => void;
  onDigit: () => void;
};

/** Keyboard shortcuts that move through a game's options and decide the current one. */
export function useOptionShortcuts({
  rows,
  isOn,
  onDecide,
  onAcceptAll,
  onDigit,
}: OptionShortcuts) {
  const list = useRef<HTMLUListElement>(null);
  // The current option is stored by id, because a decision may change its index.
  const [currentId, setCurrentId] = useState(rows[0]?.selection.oddsId);
  const at = Math.max(
    0,
    rows.findIndex(({ selection }) => selection.oddsId === currentId),
  );
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(index, rows.length - 1));
    setCurrentId(rows[next]?.selection.oddsId);
    const row = list.current?.children[next];
    if (row instanceof HTMLElement) row.focus();
  };
  // Keyboard shortcuts apply to the focused option.
  const focusedIndex = () => {
    const options = [...(list.current?.children ?? [])];
    const focused = options.findIndex((option) => option.contains(document.activeElement));
    return focused >= 0 ? focused : at;
  };
  const decideCurrent = (result: DecidedResult) => {
    const index = focusedIndex();
    const row = rows[index];
    setCurrentId(row?.selection.oddsId);
    onDecide(row, result);
    const next = rows.findIndex(
      ({ selection }, later) => later > index && isDecisionNeeded(selection),
    );
    if (next >= 0 && row && !isReasonRequired(row.selection, result)) goTo(next);
  };
  const typeDigit = () => {
    onDigit();
    return 'pass' as const;
  };
  useShortcuts(
    {
      j: () => goTo(focusedIndex() + 1),
      k: () => goTo(focusedIndex() - 1),
      a: () => decideCurrent('won'),
      d: () => decideCurrent('lost'),
      v: () => decideCurrent('void'),
      'shift+a': onAcceptAll,
      ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [digit, typeDigit])),
    },
    isOn,
  );
  return { list, current: rows[at], setCurrentId };
}
