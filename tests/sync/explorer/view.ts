import {
  toOptimisticAdminTips,
  toOptimisticFollows,
  toOptimisticTips,
} from '#sync/optimistic-rows.ts';
import { hasCommonSubject } from '#sync/outbox/subjects.ts';
import type { OnItsWay, World } from '../invariants.ts';
import { leg, serverTip, tipId, tipsterId } from '../../testing/engine/samples.ts';
import { now, rows } from './pool.ts';
import { baseFollowing, wordOf } from './joining.ts';
import {
  decisions,
  everything,
  mayEnqueue,
  operations,
  type Setting,
  type State,
} from './setting.ts';

/** Converts a state to the form that the invariants check. */
export function worldOf(state: State, setting: Setting): World {
  const { store, base, decisions, processes } = state;
  const drains = processes.flatMap(({ drain }) => (drain ? [drain] : []));
  const onTheirWay: OnItsWay[] = [
    ...drains.flatMap(({ flights }) =>
      flights
        .filter(({ phase }) => phase === 'out' || phase === 'answered')
        .map(({ row, request, sentAs, key }) => ({
          row: key === row.id ? row : { ...row, id: key },
          request,
          sentAs,
          awaited: true,
        })),
    ),
    ...state.orphans.map(({ row, request, sentAs, key }) => ({
      row: key === row.id ? row : { ...row, id: key },
      request,
      sentAs,
      awaited: false,
    })),
  ];
  return {
    promised: everything.filter(({ id }) => state.promised.includes(id)),
    dropped: state.dropped,
    joined: state.joined,
    store,
    drains: drains.map(({ state: known, todo }) => ({ state: known, settled: todo.length === 0 })),
    onTheirWay,
    server: {
      decisions: decisions.map(({ key, taken, request }) => ({ id: key, taken, request })),
      effects: decisions.filter(({ taken }) => taken).map(({ id }) => id),
      history: decisions.map(({ id, taken }, index) => ({ cursor: index + 1, id, taken })),
    },
    base,
    seen: seen(state),
    mayEnqueue: processes.map(() => mayEnqueue(state, setting)),
    now,
  };
}

const views = new Map<string, string[]>();

/** The operations whose effect is visible, computed by the functions that all screens use. */
function seen(state: State): string[] {
  const { store, promised } = state;
  const { contains } = state.base;
  const following = baseFollowing(state);
  const key = [store.map(rows.number), contains, following, promised].join(' ');
  const known = views.get(key);
  if (known) return known;
  const [post, book] = operations.map(({ id }) => id);
  const version = 1 + (contains.includes(book ?? '') ? 1 : 0);
  const posted = serverTip({ IsBooked: version > 1, version });
  const base = contains.includes(post ?? '') ? [posted] : [];
  const shown = toOptimisticTips(base, store).find(({ id }) => id === tipId);
  const followed = toOptimisticFollows([{ tipsterId, following }], store).some(
    (one) => one.following,
  );
  const follows = promised.filter((id) => wordOf(id) !== undefined);
  const found = [
    ...(shown ? [post] : []),
    ...(shown?.IsBooked ? [book] : []),
    // A later follow operation hides the earlier ones.
    ...follows.filter((id) => id !== follows.at(-1) || wordOf(id) === followed),
    ...decisionsSeen(state),
  ].filter((id) => id !== undefined);
  views.set(key, found);
  return found;
}

/**
 * The decisions whose effect an administrator sees on a ticket with a leg on each of the fixtures.
 */
function decisionsSeen({ store, base: { contains } }: State): (string | undefined)[] {
  const [one, other, confirmation] = decisions.map(({ id }) => id);
  const legs = [one, other].map((id, index) =>
    leg({
      fixtureId: `fixture-${index + 1}`,
      result: contains.includes(id ?? '') ? 'won' : 'pending',
    }),
  );
  const theirs = serverTip({
    tipsterId,
    options: legs,
    IsGameSuccessful: contains.includes(confirmation ?? ''),
  });
  const [shown] = toOptimisticAdminTips([theirs], store);
  const results = shown?.options.map(({ result }) => result) ?? [];
  return [
    results[0] === 'won' ? one : undefined,
    results[1] === 'won' ? other : undefined,
    shown?.IsGameSuccessful ? confirmation : undefined,
  ];
}

/** True if the outbox has only operations that need the member. */
export function isQuiet(state: State, setting: Setting): boolean {
  const { store, processes, promised, dropped, joining, login } = state;
  const allQueued =
    setting.queue.every(({ id }) => promised.includes(id)) || dropped.includes(tipId);
  if (!allQueued || joining.length > 0 || login !== 'member') return false;
  if (processes.some(({ drain }) => drain)) return false;
  const waiting = new Set<string>();
  for (const one of store) {
    const behind = store.some(
      (other) => waiting.has(other.id) && other.seq < one.seq && hasCommonSubject(other, one),
    );
    if (behind || one.state === 'rejected' || one.state === 'conflict') waiting.add(one.id);
  }
  return waiting.size === store.length;
}
