/** The lane of all changes of one tip. */
export function tipLane(tipId: string): string {
  return `${prefix}${tipId}`;
}

/** The tip of a lane; undefined for any other lane. */
export function tipInLane(lane: string): string | undefined {
  return lane.startsWith(prefix) ? lane.slice(prefix.length) : undefined;
}

const prefix = 'tip:';

/** The lane of follows and unfollows of one tipster. */
export function followLane(tipsterId: string): string {
  return `${followPrefix}${tipsterId}`;
}

/** The beginning of every such lane. */
export const followPrefix = 'follow:';

/** The lane of administrators' changes of all tickets of a fixture. */
export function fixtureLane(fixtureId: string): string {
  return `${fixturePrefix}${fixtureId}`;
}

/** The fixture of a lane; undefined for any other lane. */
export function fixtureInLane(lane: string): string | undefined {
  return lane.startsWith(fixturePrefix) ? lane.slice(fixturePrefix.length) : undefined;
}

const fixturePrefix = 'fixture:';

/** The lane of confirmations and reopenings of several tickets. */
export const confirmationsLane = 'confirmations';
