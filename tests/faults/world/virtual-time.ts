/** A clock that only advances on request. */
export type VirtualTime = {
  now: () => number;
  /** Schedules a function; the returned function cancels it. */
  at: (moment: number, run: () => unknown) => () => void;
  /** Advances to a time and runs each event on the way to its end. */
  passesUntil: (moment: number) => Promise<void>;
  /** The time of the next event; undefined if there is none. */
  next: () => number | undefined;
};

type Event = { moment: number; order: number; run: () => unknown };

export function virtualTime(start: number, settled: () => Promise<void>): VirtualTime {
  let now = start;
  let order = 0;
  let events: Event[] = [];

  const earliest = () =>
    events.reduce<Event | undefined>(
      (first, event) => (first && isBefore(first, event) ? first : event),
      undefined,
    );

  return {
    now: () => now,
    at(moment, run) {
      order += 1;
      const event = { moment: Math.max(moment, now), order, run };
      events.push(event);
      return () => {
        events = events.filter((other) => other !== event);
      };
    },
    async passesUntil(moment) {
      for (;;) {
        const event = earliest();
        if (!event || event.moment > moment) break;
        events = events.filter((other) => other !== event);
        now = Math.max(now, event.moment);
        await event.run();
        await settled();
      }
      now = Math.max(now, moment);
    },
    next: () => earliest()?.moment,
  };
}

function isBefore(one: Event, other: Event): boolean {
  return one.moment === other.moment ? one.order < other.order : one.moment < other.moment;
}
