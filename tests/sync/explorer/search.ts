import { invariants, theCursorNeverFalls } from '../invariants.ts';
import { keyOf } from './keys.ts';
import { initial, moves } from './model.ts';
import type { Setting, State } from './setting.ts';
import { isQuiet, worldOf } from './view.ts';

/** The result of an exploration. */
export type Found = {
  states: number;
  transitions: number;
  /** The violated invariant, and the shortest path to the violation. */
  broken?: { invariant: string; why: string; path: string[] };
};

type Options = { except?: readonly string[] };

/**
 * Visits all reachable states, nearest first, and checks every invariant in each of them; then
 * checks that each can still reach a quiet state.
 */
export function explore(setting: Setting, { except = [] }: Options = {}): Found {
  const checked = Object.entries(invariants).filter(([name]) => !except.includes(name));
  const start = initial(setting);
  const numbers = new Map([[keyOf(start), 0]]);
  const parents: number[] = [-1];
  const moveTo: string[] = ['the beginning'];
  const edges: [from: number[], to: number[]] = [[], []];
  const quiet: number[] = [];
  let frontier: [State, number][] = [[start, 0]];

  const pathTo = (end: number): string[] => {
    const path: string[] = [];
    for (let at = end; at > 0; at = parents[at] ?? 0) path.unshift(moveTo[at] ?? '');
    return path;
  };
  const result = (broken?: { invariant: string; why: string; at: number }): Found => ({
    states: numbers.size,
    transitions: edges[0].length,
    ...(broken && {
      broken: { invariant: broken.invariant, why: broken.why, path: pathTo(broken.at) },
    }),
  });

  while (frontier.length > 0) {
    const further: [State, number][] = [];
    for (const [state, number] of frontier) {
      const world = worldOf(state, setting);
      for (const [invariant, holds] of checked) {
        const why = holds(world);
        if (why) return result({ invariant, why, at: number });
      }
      if (isQuiet(state, setting)) quiet.push(number);
      for (const { what, state: next } of moves(state, setting)) {
        const key = keyOf(next);
        let known = numbers.get(key);
        if (known === undefined) {
          known = numbers.size;
          numbers.set(key, known);
          parents.push(number);
          moveTo.push(what);
          further.push([next, known]);
        }
        edges[0].push(number);
        edges[1].push(known);
        if (next.base.cursor < state.base.cursor) {
          const why = theCursorNeverFalls(world, worldOf(next, setting));
          if (why) return result({ invariant: 'I15', why, at: known });
        }
      }
    }
    frontier = further;
  }
  const stuck = deadEnd(numbers.size, edges, quiet);
  if (stuck === undefined) return result();
  return result({ invariant: 'no dead ends', why: 'no quiet end can be reached', at: stuck });
}

/** Finds a state from which no quiet state is reachable; undefined if there is none. */
function deadEnd(
  count: number,
  [from, to]: [from: number[], to: number[]],
  quiet: readonly number[],
): number | undefined {
  const starts = new Uint32Array(count + 1);
  for (const end of to) starts[end + 1] = (starts[end + 1] ?? 0) + 1;
  for (let index = 1; index <= count; index += 1) {
    starts[index] = (starts[index] ?? 0) + (starts[index - 1] ?? 0);
  }
  const offsets = starts.slice();
  const before = new Uint32Array(to.length);
  for (const [edge, end] of to.entries()) {
    const offset = offsets[end] ?? 0;
    before[offset] = from[edge] ?? 0;
    offsets[end] = offset + 1;
  }
  const reached = new Uint8Array(count);
  const open = [...quiet];
  for (const number of quiet) reached[number] = 1;
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    for (let index = starts[number] ?? 0; index < (starts[number + 1] ?? 0); index += 1) {
      const earlier = before[index] ?? 0;
      if (reached[earlier] === 1) continue;
      reached[earlier] = 1;
      open.push(earlier);
    }
  }
  const stuck = reached.indexOf(0);
  return stuck < 0 ? undefined : stuck;
}
