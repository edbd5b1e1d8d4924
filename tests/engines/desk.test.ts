import { expect } from '@playwright/test';

import { aCaller } from '../testing/server/api-caller.ts';
import type { Backend } from '../testing/server/backend.ts';
import { addAdministrator, addNewcomer } from '../testing/people/newcomer.ts';
import { asShown } from '../testing/phone/person.ts';
import { administratorOn } from './administrator.ts';
import { test } from './journey.ts';

type Game = { id: string; name: string; version: number };

/** `unpriced` is a game whose two tips have no odds; `over` is a finished game with a tip on its home side. */
type DeskGames = { unpriced: Game; over: Game; tipster: string };

/**
 * Posts a newcomer's tips on two games that few others have tipped, and ends the second game. That
 * game is removed from the demo season, which would report its result.
 */
async function addDeskGames(server: Backend): Promise<DeskGames> {
  const [unpriced, over] = await server.query<Game>(
    `select id, home || ' Vs ' || away as name, version from fixtures
     where status = 'scheduled' and kick_off > now() + interval '1 day'
       and price_home between 2.1 and 3.1
     order by (select count(*) from legs where fixture_id = fixtures.id), id limit 2`,
  );
  if (!unpriced || !over) throw new Error('The demo season has too few even games.');
  const { email, password } = await addNewcomer(server);
  const tipster = await aCaller(server.origin, email, password);
  const tips = [
    [unpriced, 'HF/FT - 2/1'],
    [unpriced, 'HF/FT - 1/2'],
    [over, '1X2 - 1'],
  ] as const;
  for (const [{ id: fixtureId }, oddName] of tips) {
    await tipster.post('/api/tips', { options: [{ fixtureId, oddName }] });
  }
  const [ended] = await server.query<Game>(
    `update fixtures set source = 'test', kick_off = now() - interval '3 hours', updated_at = now()
     where id = $1 returning id, home || ' Vs ' || away as name, version`,
    [over.id],
  );
  return { unpriced, over: ended ?? over, tipster: email };
}

/** Returns the legs of a member's tips, with the administrators who decided and confirmed them. */
async function readLegs(server: Backend, tipster: string) {
  return server.query(
    `select odds_id as "oddsId", case fixtures.status when 'played' then 0 else odd::float8 end as odd,
       result, deciders.email as "decidedBy", confirmers.email as "confirmedBy"
     from legs join tips on tips.id = tip_id join fixtures on fixtures.id = fixture_id
     join members on members.id = owner_id
     left join members deciders on deciders.id = decided_by
     left join members confirmers on confirmers.id = confirmed_by
     where members.email = $1 order by odds_id`,
    [tipster],
  );
}

/** Counts each action of an administrator on the tips and the games of this test. */
async function countActions(server: Backend, { unpriced, over, tipster }: DeskGames, by: string) {
  return server.query(
    `select action, count(*)::int from audit join members on members.id = actor_id
     where members.email = $3 and (subject = any($1) or subject in (
       select 'tip:' || tips.id from tips join members on members.id = owner_id where email = $2))
     group by action order by action`,
    [[unpriced, over].map(({ id }) => `fixture:${id}`), tipster, by],
  );
}

for (const { device, size } of [
  { device: 'a desktop', size: { width: 1280, height: 800 } },
  { device: 'a phone', size: { width: 390, height: 844 } },
]) {
  test(`sends prices, a settlement and a confirmation made offline once each, on ${device}`, async ({
    server,
    connection,
    openPhone,
  }) => {
    const games = await addDeskGames(server);
    const { unpriced, over, tipster } = games;
    const phone = await openPhone(size);
    const administrator = administratorOn(phone, await addAdministrator(server));
    await administrator.logIn();
    await administrator.openDesk();
    const before = await readLegs(server, tipster);

    await connection.breaks();
    await administrator.setPrices(unpriced.name, /Half-time: .*, full time: /, ['29', '31,5']);
    await phone.reads(
      { role: 'status', containing: asShown(unpriced.name) },
      'Saved on this phone',
    );
    await administrator.enterResult(over.name, '1021');
    await phone.reads({ role: 'listitem', containing: asShown(over.name) }, 'Saved on this phone');
    await administrator.settle(over.name);
    await phone.reads({ role: 'status', containing: /option.* decided/ }, 'Saved on this phone');
    if (device === 'a phone') await administrator.closeGame();
    await administrator.confirmReady();
    await phone.reopen('/admin/confirm-tickets?view=games');
    await phone.reads({ role: 'status', containing: /^Confirm \d+ ticket/ }, 'Saved on this phone');
    await phone.chip('Offline · 4 saved');
    expect(await readLegs(server, tipster)).toEqual(before);

    await connection.mends();
    await phone.reportOnline();
    await phone.chip('Up to date');
    await phone.reads({ role: 'status', containing: /\d+ tickets? confirmed/ });
    const { email } = administrator;
    expect(await readLegs(server, tipster)).toEqual([
      { oddsId: 1, odd: 0, result: 'won', decidedBy: email, confirmedBy: email },
      { oddsId: 26, odd: 29, result: 'pending', decidedBy: null, confirmedBy: null },
      { oddsId: 30, odd: 31.5, result: 'pending', decidedBy: null, confirmedBy: null },
    ]);
    expect(await countActions(server, games, email)).toEqual([
      { action: 'fixture.result', count: 1 },
      { action: 'leg.price', count: 2 },
      { action: 'leg.settle', count: 1 },
      { action: 'tip.confirm', count: 1 },
    ]);
  });
}
