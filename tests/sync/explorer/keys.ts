import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { commandLists, rows, states } from './pool.ts';
import type { Decision } from './server.ts';
import type { Budget, Orphan, Process, State } from './setting.ts';
import type { Flight } from './shell.ts';

/** Removes orphaned requests that the server has already decided, and sorts processes, which are interchangeable. */
export function tidy(state: State): State {
  const { orphans, processes } = state;
  const open = orphans.filter(({ key }) => !state.decisions.some((one) => one.key === key));
  return {
    ...state,
    orphans: open.length === orphans.length ? orphans : open,
    processes: processes.toSorted((one, other) => processNumber(one) - processNumber(other)),
  };
}

/** Assigns numbers to equal parts of states, so that the key of a whole state is short. */
function numbersOf<Section extends object>(
  keyOf: (section: Section) => string,
): (section: Section) => number {
  const bySection = new WeakMap<Section, number>();
  const byKey = new Map<string, number>();
  return (section) => {
    const known = bySection.get(section);
    if (known !== undefined) return known;
    const key = keyOf(section);
    const number = byKey.get(key) ?? byKey.size;
    byKey.set(key, number);
    bySection.set(section, number);
    return number;
  };
}

const answerNumber = numbersOf<object>((answer) => JSON.stringify(answer));
const flightNumber = numbersOf<Flight>(({ row, key, phase, answer, event, sentAs }) =>
  [
    rows.number(row),
    phase,
    key,
    sentAs,
    answer ? answerNumber(answer) : '',
    event ? JSON.stringify({ ...event, found: undefined }) : '',
    event?.type === 'overtaken' ? event.found.map(rows.number).join() : '',
  ].join(' '),
);
const processNumber = numbersOf<Process>(({ drain }) => {
  if (!drain) return '';
  const { state, todo, announcing, inbox, flights, abandoned } = drain;
  return [
    states.number(state),
    commandLists.number(todo),
    announcing.length,
    inbox.map(({ type }) => type).join(),
    abandoned,
    flights.map(flightNumber).join(),
  ].join('|');
});
const outboxNumber = numbersOf<readonly OperationRow[]>((all) => all.map(rows.number).join());
const decisionsNumber = numbersOf<readonly Decision[]>((all) =>
  all.map(({ key, taken, request }) => `${key} ${taken} ${request.ifMatch}`).join(),
);
const orphansNumber = numbersOf<readonly Orphan[]>((all) =>
  all
    .map(({ key, request, sentAs }) => `${key} ${request.ifMatch} ${sentAs}`)
    .toSorted()
    .join(),
);
const otherNumber = numbersOf<readonly unknown[]>((parts) => JSON.stringify(parts));
const baseNumber = numbersOf<State['base']>((base) => JSON.stringify(base));
const budgetNumber = numbersOf<Budget>((budget) => JSON.stringify(budget));

/** The key of a state; equal keys mean equal states. */
export function keyOf(state: State): string {
  const { pages, contained, joining, joined, promised, dropped, login } = state;
  const processes = state.processes.map(processNumber).join();
  const rest = [
    outboxNumber(state.store),
    baseNumber(state.base),
    decisionsNumber(state.decisions),
    orphansNumber(state.orphans),
    budgetNumber(state.budget),
    otherNumber(pages),
    otherNumber(contained),
    otherNumber(joining),
    otherNumber(joined),
    otherNumber(promised),
    otherNumber(dropped),
  ].join();
  return `${processes} ${rest} ${login}`;
}
