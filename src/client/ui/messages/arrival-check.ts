import type { Tip } from '#contract/tips.ts';

/** Checks whether a post whose response was lost has arrived. */
export type Arrival = {
  /** The own tip that the post may have become. */
  tip: Tip | undefined;
  /** Fetches the list and checks again; `unknown` if it could not be fetched. */
  look: () => Promise<'found' | 'none' | 'unknown'>;
  /** Confirms that the post became that tip. */
  bind: () => Promise<void>;
};
