/** The lane of everything that is done to one tip. */
export function tipLane(tipId: string): string {
  return `${prefix}${tipId}`;
}

/** The tip that a lane is about; undefined for any other lane. */
export function tipInLane(lane: string): string | undefined {
  return lane.startsWith(prefix) ? lane.slice(prefix.length) : undefined;
}

const prefix = 'tip:';

/** The lane of what administrators do to one fixture in all tickets at once. */
export function fixtureLane(fixtureId: string): string {
  return `${fixturePrefix}${fixtureId}`;
}

/** The fixture that a lane is about; undefined for any other lane. */
export function fixtureInLane(lane: string): string | undefined {
  return lane.startsWith(fixturePrefix) ? lane.slice(fixturePrefix.length) : undefined;
}

const fixturePrefix = 'fixture:';

/** The lane of tickets that are confirmed, or opened again, together. */
export const confirmationsLane = 'confirmations';
