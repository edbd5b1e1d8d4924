import type { DeskFixture } from '#contract/desk.ts';
import { gameName } from '#domain/fixture.ts';

import type { Chance } from '../world/chance.ts';
import type { Scene } from './scene.ts';
import type { Phone } from './phone.ts';

/** An administrator changes all tickets on a game that their phone shows. */
export async function worksAtDesk(dice: Chance, phone: Phone, { games }: Scene): Promise<void> {
  const own = new Set(games.map(({ id }) => id));
  const shown = (await phone.desk('as it is here')).filter(({ id }) => own.has(id));
  phone.looksAtDesk();
  if (shown.length === 0) return;
  const fixture = dice.pick(shown);
  const what = dice.weigh({ price: 3, result: 2, settle: 4, confirm: 2 });
  if (what === 'price') await prices(dice, phone, fixture);
  else if (what === 'result') await setsResult(dice, phone, fixture);
  else if (what === 'settle') await settles(dice, phone, fixture);
  else {
    const ids = await phone.readyTickets(own);
    if (ids.length > 0) await phone.queues('tips.confirm', { ids });
  }
}

function aboutOf({ id, home, away }: DeskFixture) {
  return { fixtureId: id, game: gameName(home, away) };
}

async function prices(dice: Chance, phone: Phone, fixture: DeskFixture): Promise<void> {
  const { oddsId, odd: seen } = dice.pick(fixture.selections);
  const odd = dice.between(101, 500) / 100;
  const price = { oddsId, odd, ...(seen > 0 && { seen }) };
  await phone.queues('prices.set', { ...aboutOf(fixture), prices: [price] });
}

/** The games are in the future, so the server refuses a played result. */
async function setsResult(dice: Chance, phone: Phone, fixture: DeskFixture): Promise<void> {
  const what = dice.weigh({ cancelled: 4, postponed: 2, awarded: 1, played: 1 });
  const fullTime = [dice.below(4), dice.below(4)] as [number, number];
  const result = what === 'played' ? { status: what, fullTime } : { status: what };
  await phone.queues('result.set', { ...aboutOf(fixture), ...result }, fixture.version);
}

async function settles(dice: Chance, phone: Phone, fixture: DeskFixture): Promise<void> {
  const { version, selections, status } = fixture;
  const isHasty = dice.happens(0.1);
  const results = selections.slice(0, dice.between(1, 4)).map(({ oddsId }) => ({
    oddsId,
    result: isHasty ? ('won' as const) : ('void' as const),
    ...((isHasty || status !== 'cancelled') && { reason: 'as seen' }),
  }));
  if (results.length === 0) return;
  await phone.queues('fixture.settle', { ...aboutOf(fixture), version, results });
}
