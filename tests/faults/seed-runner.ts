/** A runner's task, as JSON in its environment. */
export type Orders = {
  url: string;
  dataDir: string;
  first: number;
  count: number;
  /** Ends with the first seed that fails. */
  untilFailure: boolean;
};

/** What a runner says of one seed: what was wrong, and how often things were done. */
export type SeedReport = { seed: number; violations: string[]; counts: Record<string, number> };

/** What a runner plays on, one seed after the other. */
type Ground = {
  play: (seeds: Pick<Orders, 'first' | 'count'>) => AsyncIterable<SeedReport>;
  close: () => Promise<void>;
};

/** Plays the seeds of its orders, and reports each of them to whoever forked this process. */
export async function playOrders(
  open: (orders: Pick<Orders, 'url' | 'dataDir'>) => Promise<Ground>,
): Promise<void> {
  // Whoever asked is gone: there is nobody to run for.
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
