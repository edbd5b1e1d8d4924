import { ApiProblem } from '#contract/problem.ts';

/** Who asks for a place: by which token, if any, and whether to change something. */
export type Asker = { token: string | undefined; changes: boolean };

/** A place among the requests under way. */
export type Place = {
  /** While its request is still being sent it keeps nobody from beginning. */
  rest: () => void;
  /** It is there: what was begun goes on, however many are under way. */
  resume: () => void;
  /** May be said more than once. */
  leave: () => void;
};

export type Places = {
  /** Gives a place, or throws with a moment to come back at. */
  take: (asker: Asker) => Place;
  underWay: () => number;
};

/** A phone sends so many at a time, and may always. */
const leastOfOne = 4;
/** Of all places, what reads alone, changes alone, and those without a token can have. */
const mostOfAKind = 3 / 4;
const mostOfStrangers = 1 / 2;
/** Whoever is turned away waits for so many seconds at most, but for chance. */
const longest = 20;
/** How long a request takes as long as nothing is known, in seconds. */
const firstGuess = 0.1;

type Parts = { now?: () => number; random?: () => number };

/**
 * Lets so many requests be under way at once. Of what is free one caller can have half, so that nobody
 * shuts the others out. Those turned away are told moments one after the other, at the pace at which
 * places become free, and with some chance, so that they do not come back together.
 */
export function places(
  most: number,
  { now = () => performance.now() / 1000, random = Math.random }: Parts = {},
): Places {
  const count = { all: 0, reads: 0, changes: 0, strangers: 0 };
  const byToken = new Map<string, number>();
  let duration = firstGuess;
  let comingBack = 0;
  let countedAt = now();

  function pause(): number {
    const pace = most / duration;
    const at = now();
    comingBack = Math.max(0, comingBack - (at - countedAt) * pace) + 1;
    countedAt = at;
    const seconds = Math.min(longest, comingBack / pace);
    return Math.ceil(seconds * (1 + random() / 2) + random() * 2) || 1;
  }

  function judge({ token, changes }: Asker): void {
    const ofKind = changes ? count.changes : count.reads;
    const isFull =
      count.all >= most ||
      ofKind >= most * mostOfAKind ||
      (token === undefined && count.strangers >= most * mostOfStrangers);
    if (isFull) throw new ApiProblem('unavailable', { retryAfterSeconds: pause() });
    const own = token === undefined ? 0 : (byToken.get(token) ?? 0);
    if (own >= Math.max(leastOfOne, (most - count.all) / 2)) {
      const retryAfterSeconds = Math.ceil(random() * 3) || 1;
      throw new ApiProblem('rate-limited', { retryAfterSeconds });
    }
  }

  function add({ token, changes }: Asker, one: 1 | -1): void {
    count.all += one;
    count[changes ? 'changes' : 'reads'] += one;
    if (token === undefined) count.strangers += one;
  }

  function addOwn(token: string | undefined, one: 1 | -1): void {
    if (token === undefined) return;
    const own = (byToken.get(token) ?? 0) + one;
    if (own > 0) byToken.set(token, own);
    else byToken.delete(token);
  }

  return {
    underWay: () => count.all,
    take(asker) {
      judge(asker);
      add(asker, 1);
      addOwn(asker.token, 1);
      let state: 'working' | 'resting' | 'left' = 'working';
      let worked = 0;
      let since = now();
      const rest = () => {
        if (state !== 'working') return;
        state = 'resting';
        worked += now() - since;
        add(asker, -1);
      };
      return {
        rest,
        resume() {
          if (state !== 'resting') return;
          state = 'working';
          since = now();
          add(asker, 1);
        },
        leave() {
          if (state === 'left') return;
          rest();
          state = 'left';
          addOwn(asker.token, -1);
          duration += (Math.max(worked, 0.001) - duration) / 16;
        },
      };
    },
  };
}
