import { Dexie, type DexieOptions, type EntityTable } from 'dexie';
import type { Fixture, League } from '#contract/fixtures/fixtures.ts';
import type { Tipster } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';
import { trackTransactions, trackUpgradeTransactions } from './transactions.ts';

/** A league with its position in the list, starting at 0. */
export type LeagueRow = League & { position: number };

/** A tipster; `tipsUnknown` is set if the row was embedded in the page without tips. */
export type TipsterRow = Tipster & { tipsUnknown?: true };

/** A fixture with its kick-off in milliseconds, for the index. */
export type FixtureRow = Fixture & { kickOffAt: number };

/** A response stored as one document, with its ETag for the next request. */
export type DocumentRow = {
  name: string;
  value: unknown;
  etag?: string | undefined;
  fetchedAt: number;
};

/** Public data: leagues, fixtures, tipsters, the feed, and the site's configuration. */
export class PublicStore extends Dexie {
  declare leagues: EntityTable<LeagueRow, 'key'>;
  declare fixtures: EntityTable<FixtureRow, 'id'>;
  declare tipsters: EntityTable<TipsterRow, 'id'>;
  declare tips: EntityTable<Tip, 'id'>;
  declare documents: EntityTable<DocumentRow, 'name'>;

  constructor(options: DexieOptions = {}) {
    super('touchline', trackUpgradeTransactions(options));
    this.version(1).stores({
      leagues: 'key, position',
      fixtures: 'id, kickOffAt, [sportKey+kickOffAt]',
      tipsters: 'id',
      tips: 'id, creationTime',
      documents: 'name',
    });
    trackTransactions(this);
  }
}
