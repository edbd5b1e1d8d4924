import { ApiProblem } from '#contract/problem.ts';

/** Who asks for a place: in which session, if any, and whether to change something. */
export type Asker = { session: string | undefined; changes: boolean };

/** A place among the requests under way. */
export type Place = {
  /** While its request is still being sent it keeps nobody from beginning. */
  rest: () => void;
  /** The request is there, and needs its place again, as `take` gives it. */
  resume: () => Promise<void>;
  /** May be said more than once. */
  leave: () => void;
};

export type Places = {
  /** Gives a place, at once or within a second, or rejects with a moment to come back at. */
  take: (asker: Asker) => Promise<Place>;
  underWay: () => number;
};

/** A phone sends so many at a time, and may always. */
const leastOfOne = 4;
/** A page that opens asks for so many at once. */
const openingPage = 16;
/** Of all places, what reads alone, changes alone, and those without a session can have. */
const mostOfAKind = 3 / 4;
const mostOfStrangers = 1 / 2;
/** As many times the places, and half of it one caller, or all without a session. */
const lengthOfLine = { reads: 2, changes: 1 };
/** Nobody stands in line for longer, in seconds. */
const longestInLine = 1;
/** Whoever is turned away waits for so many seconds at most, but for chance. */
const longestAway = 20;
/** How long a request takes as long as nothing is known, in seconds. */
const firstGuess = 0.1;

type Parts = {
  now?: () => number;
  random?: () => number;
  /** Runs something after so many seconds, unless it is called off. */
  after?: (seconds: number, run: () => void) => () => void;
};

type Waiting = { asker: Asker; begin: () => void };

/**
 * Lets so many requests be under way at once. Others stand in a short line, reads and changes each, and
 * reads go first: a longer line would fill the proxy's connections, where nobody can go first. Of what is
 * free one caller can have half, so that nobody shuts the others out, and of one no more are known, under
 * way or in line, than there are places or an opening page needs. Those turned away are told moments one
 * after the other, at the pace at which places become free, and with some chance, so that they do not come
 * back together.
 */
export function places(
  most: number,
  { now = () => performance.now() / 1000, random = Math.random, after = timer }: Parts = {},
): Places {
  const mostOfOne = Math.max(openingPage, most);
  const count = { all: 0, reads: 0, changes: 0, strangers: 0 };
  const underWayOf = counts();
  const askedBy = counts();
  const line: { reads: Waiting[]; changes: Waiting[] } = { reads: [], changes: [] };
  let duration = firstGuess;
  let comingBack = 0;
  let countedAt = now();

  const pace = () => most / duration;

  function pause(): number {
    const at = now();
    comingBack = Math.max(0, comingBack - (at - countedAt) * pace()) + 1;
    countedAt = at;
    const seconds = Math.min(longestAway, comingBack / pace());
    return Math.ceil(seconds * (1 + random() / 2) + random() * 2) || 1;
  }

  function hasPlaceFor({ session, changes }: Asker): boolean {
    if (count.all >= most) return false;
    if ((changes ? count.changes : count.reads) >= most * mostOfAKind) return false;
    if (session === undefined) return count.strangers < most * mostOfStrangers;
    return underWayOf.get(session) < Math.max(leastOfOne, (most - count.all) / 2);
  }

  function add({ session, changes }: Asker, one: 1 | -1): void {
    count.all += one;
    count[changes ? 'changes' : 'reads'] += one;
    if (session === undefined) count.strangers += one;
    underWayOf.add(session, one);
  }

  /** Lets whoever stands first in line and has a place now begin. */
  function callUp(): void {
    for (const kind of ['reads', 'changes'] as const) {
      let next: number;
      while ((next = line[kind].findIndex(({ asker }) => hasPlaceFor(asker))) >= 0) {
        const [waiting] = line[kind].splice(next, 1);
        waiting?.begin();
      }
    }
  }

  async function standInLine(asker: Asker): Promise<void> {
    const kind = asker.changes ? 'changes' : 'reads';
    const own = line[kind];
    const longest = most * lengthOfLine[kind];
    const ofSame = own.filter((other) => other.asker.session === asker.session).length;
    if (own.length >= longest || ofSame >= longest / 2) {
      throw new ApiProblem('unavailable', { retryAfterSeconds: pause() });
    }
    return new Promise((begin, refuse) => {
      const waiting: Waiting = {
        asker,
        begin() {
          callOff();
          add(asker, 1);
          begin();
        },
      };
      own.push(waiting);
      const callOff = after(longestInLine, () => {
        own.splice(own.indexOf(waiting), 1);
        refuse(new ApiProblem('unavailable', { retryAfterSeconds: pause() }));
      });
    });
  }

  async function enter(asker: Asker): Promise<void> {
    if (hasPlaceFor(asker)) add(asker, 1);
    else await standInLine(asker);
  }

  return {
    underWay: () => count.all,
    async take(asker) {
      if (asker.session !== undefined && askedBy.get(asker.session) >= mostOfOne) {
        throw new ApiProblem('rate-limited', { retryAfterSeconds: Math.ceil(random() * 3) || 1 });
      }
      askedBy.add(asker.session, 1);
      try {
        await enter(asker);
      } catch (refused) {
        askedBy.add(asker.session, -1);
        throw refused;
      }
      let state: 'working' | 'resting' | 'in line' = 'working';
      let hasLeft = false;
      let worked = 0;
      let since = now();
      const rest = () => {
        if (state !== 'working') return;
        state = 'resting';
        worked += now() - since;
        add(asker, -1);
        callUp();
      };
      return {
        rest,
        async resume() {
          if (state !== 'resting' || hasLeft) return;
          state = 'in line';
          try {
            await enter(asker);
          } catch (refused) {
            state = 'resting';
            throw refused;
          }
          state = 'working';
          since = now();
          // Whoever hung up while in line needs nothing any more.
          if (hasLeft) rest();
        },
        leave() {
          if (hasLeft) return;
          hasLeft = true;
          askedBy.add(asker.session, -1);
          // What hangs up while it is being sent says nothing of how long work takes.
          if (state !== 'working') return;
          rest();
          duration += (Math.max(worked, 0.001) - duration) / 16;
        },
      };
    },
  };
}

/** How many of something each session has; those without one are not told apart. */
function counts() {
  const bySession = new Map<string, number>();
  return {
    get: (session: string) => bySession.get(session) ?? 0,
    add(session: string | undefined, one: 1 | -1): void {
      if (session === undefined) return;
      const own = (bySession.get(session) ?? 0) + one;
      if (own > 0) bySession.set(session, own);
      else bySession.delete(session);
    },
  };
}

function timer(seconds: number, run: () => void): () => void {
  const running = setTimeout(run, seconds * 1000);
  return () => clearTimeout(running);
}
