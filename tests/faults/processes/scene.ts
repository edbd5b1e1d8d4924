import { setTimeout as wait } from 'node:timers/promises';
import { and, inArray, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';

import { type Database, runInTransaction } from '#server/db/database.ts';
import * as schema from '#server/db/schema.ts';
import { audit, members, tips } from '#server/db/schema.ts';

import type { Intent } from '../contents/intents.ts';
import type { Community, Direct, Stage } from './calls.ts';
import { aNetwork, type FaultOf, type Network } from './network.ts';
import { aPerson, aSeason } from '../world/community.ts';
import { aPhone, type Phone } from './phone.ts';
import type { ServerSettings } from './server-process.ts';
import { type Servers, startServers } from './server-relay.ts';

/** The database and the servers that all schedules of a worker share. */
export type Field = {
  database: Database;
  servers: Servers;
  secret: string;
  close: () => Promise<void>;
};

export async function openField(settings: ServerSettings): Promise<Field> {
  // The checks use their own pool, which has none of the server's timeouts.
  const pool = new Pool({ connectionString: settings.url, max: 6 });
  const database = drizzle(pool, { schema, casing: 'snake_case' });
  const servers = await startServers(settings);
  return {
    database,
    servers,
    secret: settings.secret,
    async close() {
      await servers.stop();
      await database.$client.end();
    },
  };
}

/** The members, phones and network of one schedule. */
export type Scene = Stage & {
  network: Network;
  /** Sets which requests of the network get a fault. */
  setFaults: (faultOf: FaultOf) => void;
  aPhone: (name: string, owner: keyof Stage['people'], chance: () => number) => Phone;
  phones: readonly Phone[];
  /** The changes requested by calls without a phone, by key. */
  directIntents: ReadonlyMap<string, readonly Intent[]>;
  close: () => Promise<void>;
};

let scenes = 0;

export async function openScene({ database, servers, secret }: Field): Promise<Scene> {
  scenes += 1;
  const address = `10.${(scenes >> 16) & 255}.${(scenes >> 8) & 255}.${scenes & 255}`;
  let faultOf: FaultOf = () => undefined;
  const people = await aCommunity(database, secret);
  // A desk operation changes all tickets on a game, so each schedule has its own games.
  const games = await aSeason(database);
  const network = await aNetwork({
    upstream: servers.origin,
    address,
    faultOf: (request) => faultOf(request),
  });
  const phones: Phone[] = [];
  const directIntents = new Map<string, readonly Intent[]>();
  return {
    people,
    games,
    direct: directly(servers, directIntents),
    directIntents,
    network,
    phones,
    setFaults(next) {
      faultOf = next;
    },
    aPhone(name, owner, chance) {
      const phone = aPhone(name, people[owner], network.origin, chance);
      phones.push(phone);
      return phone;
    },
    async close() {
      for (const phone of phones) await phone.closes();
      await network.close();
      await closeTickets(database, people);
    },
  };
}

async function aCommunity(database: Database, secret: string): Promise<Community> {
  return {
    ada: await aPerson(database, secret, 'Ada', 'member'),
    bola: await aPerson(database, secret, 'Bola', 'member'),
    chi: await aPerson(database, secret, 'Chi', 'administrator'),
  };
}

/** Withdraws open tickets, which later schedules would find on the desk. */
async function closeTickets(database: Database, people: Community): Promise<void> {
  const ids = Object.values(people).map(({ id }) => id);
  const at = new Date();
  await runInTransaction(database, async (tx) => {
    // The audit chain of a tip's owner gets an entry, so the owner is locked.
    await tx.select().from(members).where(inArray(members.id, ids)).for('no key update');
    const closed = await tx
      .update(tips)
      .set({ withdrawnAt: at })
      .where(and(inArray(tips.ownerId, ids), isNull(tips.confirmedAt), isNull(tips.withdrawnAt)))
      .returning({ id: tips.id });
    const events = closed.map(({ id }) => ({ at, action: 'tip.withdraw', subject: `tip:${id}` }));
    if (events.length > 0) await tx.insert(audit).values(events);
  });
}

/** Repeats a call with the same key, because the server may die during the call. */
function directly(servers: Servers, directIntents: Map<string, readonly Intent[]>): Direct {
  return async (person, method, path, body, intentsOf) => {
    const key = crypto.randomUUID();
    for (let attempt = 1; attempt <= 50; attempt += 1) {
      const { origin } = await servers.current();
      try {
        const request = {
          method,
          headers: {
            authorization: `Bearer ${person.token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify(body),
        };
        const answer = await fetch(`${origin}${path}`, request);
        const reply: unknown = await answer.json();
        if (answer.ok) {
          directIntents.set(key, intentsOf(reply));
          return reply;
        }
        if (answer.status < 500 && answer.status !== 409) {
          throw new Refused(`${method} ${path}: ${answer.status} ${JSON.stringify(reply)}`);
        }
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      await wait(100);
    }
    throw new Error(`${method} ${path} found no server.`);
  };
}

class Refused extends Error {
  override readonly name = 'Refused';
}
