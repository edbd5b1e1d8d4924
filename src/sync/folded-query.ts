import { liveQuery } from 'dexie';
import type { Observable } from './observable.ts';

/** What to read of this device; what stands under the same key is not asked for twice. */
type Wanted<Rows> = { key: string; read: () => Promise<Rows> };

type FoldedParts<Rows, Rules, Shown> = {
  /** The outbox as it lies there. */
  owed: Observable<readonly unknown[] | undefined>;
  /** What knows what operations mean; not there before the first of them is. */
  rules: Observable<Rules | undefined>;
  wanted: (operations: readonly unknown[], more: boolean) => Wanted<Rows>;
  show: (rows: Rows, changes: { operations: readonly unknown[]; rules: Rules } | 'none') => Shown;
  /** Whether so much has left the rows that more of them must be read. */
  isShort?: (rows: Rows, shown: Shown) => boolean;
};

/** Fits `useObservable`, which shows what was there before until something newer comes. */
export type Folded<Shown> = {
  hasValue: () => false;
  subscribe: (
    next: (shown: Shown) => void,
    error?: (failure: unknown) => void,
  ) => { unsubscribe: () => void };
};

/**
 * Rows of this device with what is owed folded over them. The two lie in two databases and are read
 * side by side, yet a list never tears: what has left the outbox stands among rows read after that,
 * so those are waited for.
 */
export function foldedQuery<Rows, Rules, Shown>(
  parts: FoldedParts<Rows, Rules, Shown>,
): Folded<Shown> {
  const { owed, rules, wanted, show, isShort } = parts;
  return {
    hasValue: () => false,
    subscribe(next, error = () => {}) {
      let operations: readonly unknown[] | undefined;
      let asked: string | undefined;
      let answer: { rows: Rows } | undefined;
      let more = false;
      let endReading = () => {};

      function ask({ key, read }: Wanted<Rows>): void {
        endReading();
        asked = key;
        answer = undefined;
        const reading = liveQuery(read).subscribe((rows) => {
          answer = { rows };
          tell();
        }, error);
        endReading = () => reading.unsubscribe();
      }

      function tell(): void {
        if (!answer || !operations) return;
        const known = rules.get();
        if (operations.length > 0 && !known) return;
        const changes = known && operations.length > 0 ? { operations, rules: known } : 'none';
        const shown = show(answer.rows, changes);
        if (!more && isShort?.(answer.rows, shown)) {
          more = true;
          ask(wanted(operations, more));
        } else next(shown);
      }

      function look(): void {
        let found: typeof operations;
        try {
          found = owed.get();
        } catch (failure) {
          error(failure);
          return;
        }
        if (!found) return;
        const before = operations;
        operations = found;
        const want = wanted(found, more);
        if (want.key !== asked || letsGo(before, found)) ask(want);
        else tell();
      }

      ask(wanted([], more));
      const endRules = rules.subscribe(tell);
      const endOwed = owed.subscribe(look);
      look();
      return {
        unsubscribe() {
          endOwed();
          endRules();
          endReading();
        },
      };
    },
  };
}

/** What nobody in particular has. */
export function nothingFolded<Shown>(shown: Shown): Folded<Shown> {
  return {
    hasValue: () => false,
    subscribe(next) {
      next(shown);
      return { unsubscribe: () => {} };
    },
  };
}

/** Whether something is owed no more. */
function letsGo(before: readonly unknown[] = [], after: readonly unknown[]): boolean {
  if (before.length === 0) return false;
  const left = new Set(after.map(placeOf));
  return before.some((row) => !left.has(placeOf(row)));
}

function placeOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'seq' in row ? row.seq : row;
}
