import type { FixtureRow } from '#server/fixtures/queries.ts';
import { createCheckpoint } from '#server/proof/log.ts';
import { verifyDatabase } from '#server/proof/verify.ts';
import type { Services } from '#server/services.ts';

import { aFixture } from '../../../testing/tips/fixtures.ts';
import { aMember, type Member } from '../../../testing/people/members.ts';
import { numberOf } from '../../contents/options.ts';
import { insertTickets } from '../../../testing/tips/tickets.ts';
import { type Server, start } from '../../world/server.ts';
import type { Race } from './plan.ts';

/** The rows of one race. */
export type Scene = {
  games: readonly FixtureRow[];
  /** Tips in the order of the race. */
  tips: readonly { id: string; ownerId: string }[];
};

/** Two server processes on one database, with two administrators and a few tipsters. */
export type Ground = Pick<Server, 'database' | 'replies'> & {
  administrators: readonly [Member, Member];
  /** Creates new members, so that the records of members stay small. */
  replaceMembers: () => Promise<void>;
  setsUp: (race: Race) => Promise<Scene>;
  now: () => Date;
  /** Dates the next requests this many milliseconds before the race. */
  ago: (milliseconds: number) => void;
  /** Verifies the database, and returns a sentence for each problem. */
  broken: () => Promise<string[]>;
};

const hour = 60 * 60 * 1000;

export async function aGround({ services, database, replies, setClock }: Server): Promise<Ground> {
  let begun = start;
  let now = begun;
  setClock(() => now);
  let people = await somePeople(services);

  return {
    database,
    replies,
    get administrators() {
      return people.administrators;
    },
    async replaceMembers() {
      // The past is sealed by a checkpoint, so everything new must be later.
      begun += 12 * hour;
      now = begun;
      people = await somePeople(services);
    },
    async setsUp({ startsIn, tickets }) {
      const owners = [...people.tipsters, ...people.administrators];
      const games: FixtureRow[] = [];
      for (const [index, hours] of startsIn.entries()) {
        const kickOff = new Date(begun + hours * hour);
        const teams = { home: `Home ${index}`, away: `Away ${index}` };
        games.push(await aFixture(services, { kickOff, ...teams }));
      }
      const posted = tickets.map(({ owner, legs }) =>
        toTicket(owners[owner]?.id ?? '', legs, games),
      );
      const ids = await insertTickets(database, posted);
      return {
        games,
        tips: posted.map(({ ownerId }, index) => ({ id: ids[index] ?? '', ownerId })),
      };
    },
    now: () => new Date(now),
    ago(milliseconds) {
      now = begun - milliseconds;
    },
    async broken() {
      await createCheckpoint(database, services.settings.proofSecret, new Date(now));
      return (await verifyDatabase(database)).problems;
    },
  };
}

async function somePeople(services: Services) {
  const role = 'administrator' as const;
  return {
    tipsters: [await aMember(services), await aMember(services)],
    administrators: [
      await aMember(services, { role, firstName: 'Chi' }),
      await aMember(services, { role, firstName: 'Dayo' }),
    ] as const,
  };
}

/** A ticket of a race, posted an hour before its first game. */
function toTicket(
  ownerId: string,
  chosen: Race['tickets'][number]['legs'],
  games: readonly FixtureRow[],
) {
  const legs = chosen.flatMap(({ game, option, odd }) => {
    const fixture = games[game];
    return fixture ? [{ fixture, oddsId: numberOf(option), odd }] : [];
  });
  const kickOffs = legs.map(({ fixture }) => fixture.kickOff.getTime());
  return { ownerId, createdAt: new Date(Math.min(...kickOffs) - hour), legs };
}
