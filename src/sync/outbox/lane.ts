/** The lane of everything that is done to one tip. */
export function tipLane(tipId: string): string {
  return `${prefix}${tipId}`;
}

/** The tip that a lane is about; undefined for any other lane. */
export function tipInLane(lane: string): string | undefined {
  return lane.startsWith(prefix) ? lane.slice(prefix.length) : undefined;
}

const prefix = 'tip:';
