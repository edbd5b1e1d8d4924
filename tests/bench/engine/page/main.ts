import '#client/startup/zod-jitless.ts';
import { drainedByEngine, fetchedInSequence, fillOutbox } from './drain.ts';
import { enqueueDurably } from './enqueue.ts';
import { fillTips, firstRows, firstRowsRaw } from './first-rows.ts';
import { liveUpdates } from './live-update.ts';

const offered = {
  enqueueDurably,
  fillOutbox,
  drainedByEngine,
  fetchedInSequence,
  fillTips,
  firstRows,
  firstRowsRaw,
  liveUpdates,
};

/** The functions that the page offers to the benchmark. */
export type Bench = typeof offered;

declare global {
  var bench: Bench;
}

globalThis.bench = offered;
