import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { gameName } from '#domain/fixture.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { type EditDraft, useEditDraft } from '#client/data/tips/drafts.ts';
import { editableOddsText } from '#client/ui/formats.ts';
import { useTaskWithToast } from '../desk/desk-task.ts';
import {
  priceFieldText,
  type PriceRow,
  type PriceRows,
  collectPriceChanges,
  type TypedPrices,
} from './price-entry.ts';
import { parseTypedPrice } from './typed-price.ts';

export type PriceEntryInput = {
  fixture: OptimisticFixture;
  rows: PriceRows;
  /** True if the game has started: a change then needs a reason and counts in no record. */
  started: boolean;
  /** Called when Save is tapped and the prices are valid, before they are stored. */
  onLeave: () => void;
  onSaved: () => void;
};

/** The name of a field: the option's id, or `reason`. */
export type PriceFieldName = number | 'reason';

type PriceEntryOptions = PriceEntryInput & { focusField: (name: PriceFieldName) => void };

/** The typed prices of a fixture, and a function that saves them. */
export function usePriceEntry(options: PriceEntryOptions) {
  const { fixture, rows, started, focusField, onLeave, onSaved } = options;
  const { t } = useLingui();
  const { enqueue } = useOutboxActions();
  const draft = useEditDraft(fixture.id);
  const [texts, setTyped] = useState<TypedPrices>({});
  const typed = { ...toTypedPrices(draft.draft), ...texts };
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const [reason, setReason] = useState('');
  const [noReason, setNoReason] = useState(false);
  const [asking, setAsking] = useState<readonly PriceRow[]>();
  const [problem, setProblem] = useState<string>();
  const { busy, run } = useTaskWithToast(t`Error Updating Tip`);
  const saveAll = async () => {
    const { prices } = collectPriceChanges(rows, typed);
    const { id: fixtureId, home, away } = fixture;
    const why = started ? { reason: reason.trim() } : {};
    // Called before the prices are stored, so that the next game gets the focus at once.
    onLeave();
    await run(async () => {
      await enqueue('prices.set', { fixtureId, game: gameName(home, away), prices, ...why });
      onSaved();
      await draft.clear();
    });
  };
  const save = async () => {
    const { prices, wrong, doubtful } = collectPriceChanges(rows, typed);
    setTouched(new Set([...rows.toPrice, ...rows.priced].map(({ oddsId }) => oddsId)));
    setProblem(prices.length + wrong.length === 0 ? t`Enter odds first.` : undefined);
    const [first] = wrong;
    if (first) return focusField(first.oddsId);
    if (prices.length === 0) return undefined;
    const lacksReason = started && reason.trim() === '';
    setNoReason(lacksReason);
    if (lacksReason) return focusField('reason');
    if (doubtful.length > 0) return setAsking(doubtful);
    return saveAll();
  };
  return {
    typed,
    touched,
    reason,
    noReason,
    asking,
    problem,
    busy,
    save,
    saveAll,
    type: (row: PriceRow, text: string) => {
      setTyped((others) => ({ ...others, [row.oddsId]: text }));
      // The open question asks about another price.
      setAsking(undefined);
    },
    leave: (row: PriceRow) => {
      setTouched((others) => new Set([...others, row.oddsId]));
      const text = priceFieldText(row, typed);
      const odd = parseTypedPrice(text);
      const isAsOffered = text === priceFieldText(row, {});
      const key = String(row.oddsId);
      if (odd === undefined || isAsOffered) {
        if (draft.draft?.[key]) void draft.enter(key, undefined);
      } else if (draft.draft?.[key]?.odd !== odd) void draft.enter(key, { odd });
    },
    giveReason: setReason,
    lookAgain: () => {
      const [first] = asking ?? [];
      setAsking(undefined);
      if (first) focusField(first.oddsId);
    },
  };
}

/** Converts the unsaved prices of an earlier visit to field texts. */
function toTypedPrices(draft: EditDraft = {}): TypedPrices {
  return Object.fromEntries(
    Object.entries(draft).flatMap(([oddsId, { odd }]) =>
      odd === undefined ? [] : [[oddsId, editableOddsText(odd)]],
    ),
  );
}
