/** A runner's task, as JSON in its environment. */
export type Orders = {
  url: string;
  dataDir: string;
  first: number;
  count: number;
  /** Stops at the first seed that fails. */
  untilFailure: boolean;
};

/** A runner's report of one seed: violations, and counts of actions. */
export type SeedReport = { seed: number; violations: string[]; counts: Record<string, number> };

/** The environment of a runner's seeds. */
type Ground = {
  play: (seeds: Pick<Orders, 'first' | 'count'>) => AsyncIterable<SeedReport>;
  close: () => Promise<void>;
};

/** Plays the seeds of its orders, and reports each to the parent process. */
export async function playOrders(
  open: (orders: Pick<Orders, 'url' | 'dataDir'>) => Promise<Ground>,
): Promise<void> {
  // The parent process has exited.
  process.on('disconnect', () => process.exit());

  const orders: Orders = JSON.parse(process.env['FAULTS_ORDERS'] ?? '{}');
  const ground = await open(orders);
  for await (const report of ground.play(orders)) {
    await new Promise((sent) => process.send?.(report, sent));
    if (orders.untilFailure && report.violations.length > 0) break;
  }
  await ground.close();
  process.exit();
}
