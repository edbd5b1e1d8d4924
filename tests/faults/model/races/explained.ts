import type { OptionName } from '../../contents/options.ts';
import { isSameResult } from '../../contents/results.ts';
import type { Ground, Scene } from './ground.ts';
import type { Action, Race } from './plan.ts';
import type { Done } from './play.ts';
import type { AuditEntry } from './audit-entries.ts';

/** Reports changes that no successful request explains. */
export function unexplained(
  { administrators }: Ground,
  race: Race,
  scene: Scene,
  done: readonly Done[],
  entries: readonly AuditEntry[],
): string[] {
  return entries
    .filter(({ isOfRace }) => isOfRace)
    .flatMap((entry) => {
      if (scene.tips.some((tip) => tip.id === entry.about && tip.ownerId === entry.actorId)) {
        return [`${entry.is} of ${entry.about} by its owner`];
      }
      const its = done.filter(
        (each) => administrators[each.by].id === entry.actorId && mayHaveEffect(each),
      );
      const context = { race, scene, before: entries.filter(({ id }) => id < entry.id) };
      return its.some((each) => explains(each, entry, context))
        ? []
        : [`nobody was to make this: ${JSON.stringify(entry)}`];
    });
}

/** A call on many tickets may be refused after some batches were committed, and a result may have been replaced. */
function mayHaveEffect({ action, reply: { status } }: Done): boolean {
  return status === 200 || (status === 412 && ['prices', 'settle', 'result'].includes(action.do));
}

type Context = { race: Race; scene: Scene; before: readonly AuditEntry[] };

function explains({ action, request }: Done, entry: AuditEntry, context: Context): boolean {
  const { scene, before } = context;
  const game = 'game' in action ? scene.games[action.game]?.id : undefined;
  const ticket = 'ticket' in action ? scene.tips[action.ticket]?.id : undefined;
  if (ticket !== undefined) {
    const versions = 1 + new Set(of(before, entry.about).map(({ tx }) => tx)).size;
    const isSeen = request.ifMatch === undefined || ownVersions(before, entry, versions, request);
    if (ticket !== entry.about || !isSeen) return false;
  }
  switch (entry.is) {
    case 'result': {
      const version = 1 + results(before, entry.about);
      const isSeen = request.ifMatch === undefined || request.ifMatch === version;
      return action.do === 'result' && game === entry.about && isSeen && isResultOf(action, entry);
    }
    case 'price':
      if (game !== entry.fixtureId) return false;
      if (action.do === 'odd') return action.odd === entry.to;
      return action.do === 'prices' && action.odd === entry.to && isPriceSeen(request.body, entry);
    case 'decision':
      if (game !== entry.fixtureId) return false;
      if (action.do === 'leg') return action.result === entry.to;
      return action.do === 'settle' && isDecidable(action, request.body, entry, context);
    case 'confirmation':
      if (action.do === 'confirm-one') return entry.to;
      if (action.do === 'confirm') return entry.to;
      return action.do === 'reopen' && !entry.to && hasConfirmed(entry, before);
  }
}

/** True if the administrator who undoes a confirmation has also made the confirmation. */
function hasConfirmed({ about, actorId }: AuditEntry, before: readonly AuditEntry[]): boolean {
  const last = of(before, about).findLast(({ is }) => is === 'confirmation');
  return last?.actorId === actorId;
}

/** True if the request named the version before its transaction, which may change several legs. */
function ownVersions(
  before: readonly AuditEntry[],
  { about, tx }: AuditEntry,
  versions: number,
  { ifMatch }: Done['request'],
): boolean {
  const begun = of(before, about).some((each) => each.tx === tx);
  return ifMatch === (begun ? versions - 1 : versions);
}

function of(entries: readonly AuditEntry[], about: string): AuditEntry[] {
  return entries.filter((each) => each.about === about);
}

function results(entries: readonly AuditEntry[], fixtureId: string): number {
  return entries.filter(({ is, about }) => is === 'result' && about === fixtureId).length;
}

function isResultOf(
  action: Extract<Action, { do: 'result' }>,
  entry: Extract<AuditEntry, { is: 'result' }>,
) {
  return isSameResult(action.result, entry.to);
}

type Prices = { prices: { seen?: number; odd: number }[] };

function isPriceSeen(
  body: object | undefined,
  { from }: Extract<AuditEntry, { is: 'price' }>,
): boolean {
  const isPrices = (value: object | undefined): value is Prices =>
    value !== undefined && 'prices' in value;
  if (!isPrices(body)) return false;
  return body.prices.some(({ seen, odd }) => seen === undefined || [0, seen, odd].includes(from));
}

/** True if the decision used the newest result, and replaced another decision only knowingly. */
function isDecidable(
  action: Extract<Action, { do: 'settle' }>,
  body: object | undefined,
  entry: Extract<AuditEntry, { is: 'decision' }>,
  { race, scene, before }: Context,
): boolean {
  const decided = action.results.find(({ option }) => isOn(race, scene, entry, option));
  const decisions = of(before, entry.about).filter(
    (each) => each.is === 'decision' && each.fixtureId === entry.fixtureId,
  );
  const isUndo = decided?.result === 'pending';
  // An undo may restore another administrator's decision, or a decision from before the race.
  const isExplained = decisions.some(
    (each) =>
      each.is === 'decision' &&
      each.to === entry.to &&
      (each.actorId !== entry.actorId || !each.isOfRace),
  );
  if (decided?.result !== entry.to && !(isUndo && isExplained)) return false;
  const version = 1 + results(before, entry.fixtureId);
  if (!body || !('version' in body) || body.version !== version) return false;
  const last = decisions.at(-1);
  if (isUndo) return last?.actorId === entry.actorId;
  if (entry.version !== version) return false;
  // If another administrator's undo restored this person's decision, it may be replaced.
  const isOwn = decisions.some(
    (each) => each.is === 'decision' && each.to === entry.from && each.actorId === entry.actorId,
  );
  if (entry.from === 'pending' || action.over || isOwn) return true;
  const then =
    1 +
    results(
      before.filter(({ id }) => id < (last?.id ?? 0)),
      entry.fixtureId,
    );
  return then !== version;
}

function isOn(
  race: Race,
  { tips, games }: Scene,
  { about, fixtureId }: { about: string; fixtureId: string },
  option: OptionName,
): boolean {
  const ticket = race.tickets[tips.findIndex(({ id }) => id === about)];
  const game = games.findIndex(({ id }) => id === fixtureId);
  return ticket?.legs.some((leg) => leg.game === game && leg.option === option) ?? false;
}

/** Reports successful requests whose values never appeared in the audit log (lost updates). */
export function unheard(
  race: Race,
  scene: Scene,
  done: readonly Done[],
  entries: readonly AuditEntry[],
): string[] {
  return done
    .filter(({ reply }) => reply.status === 200)
    .flatMap(({ by, action }) => {
      const lost = (about: string | undefined) => [
        `${action.do} of ${about} was taken, and never stood`,
      ];
      const own = race.tickets.map(({ owner }) => owner === 2 + by);
      if (action.do === 'result') {
        const id = scene.games[action.game]?.id;
        const isExplained = entries.some(
          (each) =>
            each.is === 'result' && each.about === id && isSameResult(each.to, action.result),
        );
        return isExplained ? [] : lost(id);
      }
      return scene.tips.flatMap(({ id }, index) => {
        const ticket = race.tickets[index];
        const wasClosed = of(entries, id).some(({ is }) => is === 'confirmation');
        if (!ticket || own[index] || wasClosed) return [];
        return currentValues(action, index, ticket).every((value) =>
          wasCurrent(scene, entries, id, ticket, value),
        )
          ? []
          : lost(id);
      });
    });
}

type Ticket = Race['tickets'][number];
type Value = { game: number } & ({ odd: number } | { result: string });

/** The values that a ticket must have had after an action. */
function currentValues(action: Action, index: number, { legs }: Ticket): Value[] {
  const isOnLeg = (game: number) => legs.some((leg) => leg.game === game);
  switch (action.do) {
    case 'odd':
      return action.ticket === index && isOnLeg(action.game)
        ? [{ game: action.game, odd: action.odd }]
        : [];
    case 'leg':
      return action.ticket === index && isOnLeg(action.game)
        ? [{ game: action.game, result: action.result }]
        : [];
    case 'prices':
      return legs
        .filter(({ game, option }) => game === action.game && action.options.includes(option))
        .map(({ game }) => ({ game, odd: action.odd }));
    case 'settle':
      return legs.flatMap(({ game, option }) => {
        const decided = action.results.find((each) => each.option === option);
        // An undo may leave the decision of another administrator, so it is not checked.
        const isFor = game === action.game && decided && decided.result !== 'pending';
        return isFor ? [{ game, result: decided.result }] : [];
      });
    default:
      return [];
  }
}

function wasCurrent(
  { games }: Scene,
  entries: readonly AuditEntry[],
  id: string,
  { legs }: Ticket,
  value: Value,
): boolean {
  const fixtureId = games[value.game]?.id;
  const mine = of(entries, id);
  if ('odd' in value) {
    const first = legs.find(({ game }) => game === value.game)?.odd;
    const prices = mine.flatMap((each) =>
      each.is === 'price' && each.fixtureId === fixtureId ? each.to : [],
    );
    return [first, ...prices].includes(value.odd);
  }
  const decisions = mine.flatMap((each) =>
    each.is === 'decision' && each.fixtureId === fixtureId ? each.to : [],
  );
  return ['pending', ...decisions].includes(value.result);
}
