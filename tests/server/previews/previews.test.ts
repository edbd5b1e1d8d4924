import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { createPageHeadReader } from '#server/previews/page-head.ts';

import { minute } from '../../testing/clock/clock.ts';
import { aFixture } from '../../testing/tips/fixtures.ts';
import { aCommunity } from '../../testing/tips/tips.ts';
import { aCommunityWithHistory } from '../proof/support.ts';

/** Returns the meta tags of a page's head by property; the title has the key `title`. */
function tagsIn(head = ''): Record<string, string> {
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? '';
  const tags = [...head.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)];
  return {
    title,
    ...Object.fromEntries(tags.map(([, name = '', content = '']) => [name, content])),
  };
}

describe('the preview of a page on other sites', () => {
  test('shows a tip with the text of its pick, its price and its tipster', async () => {
    const { api, tipster, aGame, aTip } = await aCommunity();
    const game = await aGame({ home: 'Arsenal', away: 'Chelsea' });
    const tip = await aTip({ by: tipster, games: [game] });

    const tags = tagsIn(await createPageHeadReader(api)(`/tip/${tip.id}`));

    expect(tags['title']).toBe('Arsenal to win @ 1.85 · Ada Obi');
    expect(tags['og:title']).toBe(tags['title']);
    expect(tags['og:description']).toBe(
      'Arsenal – Chelsea: Arsenal to win @ 1.85 · 18+ · Play responsibly',
    );
    expect(tags['og:url']).toBe(`${api.settings.publicOrigin}/tip/${tip.id}`);
  });

  test('escapes names that contain tags', async () => {
    const { api, aGame, aTip } = await aCommunity();
    const game = await aGame({ home: '"><script>', away: '<b>' });
    const tip = await aTip({ games: [game] });

    const head = (await createPageHeadReader(api)(`/tip/${tip.id}`)) ?? '';

    expect(head).not.toMatch(/<script|<b>/);
    expect(head).toContain('&quot;&gt;&lt;script&gt;');
  });

  test('shows nothing of a withdrawn tip', async () => {
    const { api, clock, tipster, aTip } = await aCommunity();
    const tip = await aTip({ by: tipster });
    clock.passes(minute);
    await api.delete(`/api/tips/${tip.id}`, { token: tipster.token });

    const tags = tagsIn(await createPageHeadReader(api)(`/tip/${tip.id}`));

    expect(tags['title']).toBe('Touchline, football tipster site');
  });

  test('shows the site if there is nothing else to show', async () => {
    const { api } = await aCommunity();
    const read = createPageHeadReader(api);
    const unknown = ['/tip/none', '/competitions?league=nothing', '/tip/%00', '/fixture/none'];
    for (const url of ['/', '/help', '//', ...unknown, '/fixture/%00', '/fixture/%E0']) {
      const tags = tagsIn(await read(url));
      expect(tags['title']).toBe('Touchline, football tipster site');
      expect(tags['og:image']).toContain('/previews/touchline.png?v=');
    }
  });

  test.each([
    { opened: '/tip/ID?utm_source=x&n=1', address: '/tip/ID' },
    { opened: '/tip/UPPERCASE-ID/', address: '/tip/ID' },
    { opened: '/tip/ID/more', address: '/' },
    {
      opened: '/competitions?month=2026-10&n=1&league=soccer_epl&view=none',
      address: '/competitions?league=soccer_epl&amp;view=tipsters&amp;month=2026-10',
    },
    {
      opened: '/competitions?league=soccer_epl&month=1',
      address: '/competitions?league=soccer_epl',
    },
  ])('has the address $address for the request $opened', async ({ opened, address }) => {
    const { api, aGame, aTip } = await aCommunity();
    const { id } = await aTip({ games: [await aGame()] });
    const url = opened.replace('UPPERCASE-ID', id.toUpperCase()).replace('ID', id);

    const tags = tagsIn(await createPageHeadReader(api)(url));

    expect(tags['og:url']).toBe(`${api.settings.publicOrigin}${address.replace('ID', id)}`);
    expect(tags['og:image']).not.toMatch(/n=1|more|utm/);
  });

  test('shows a tipster with name and record, and a competition with its title', async () => {
    const { api, tipster, aTip } = await aCommunity();
    await aFixture(api);
    await aTip({ by: tipster });
    const read = createPageHeadReader(api);

    expect(tagsIn(await read(`/tipster/profile/${tipster.id}`))['title']).toBe(
      'Ada Obi on Touchline',
    );
    expect(tagsIn(await read('/competitions?league=soccer_epl'))['title']).toContain('EPL');
  });

  test('shows a game with clubs, league, time and prices, later with its result', async () => {
    const { api } = await aCommunity();
    const kickOff = new Date('2026-03-14T15:00:00.000Z');
    const game = { home: 'Arsenal', away: 'Chelsea', kickOff };
    const open = await aFixture(api, { ...game, prices: [2.1, 3.4, 3.6] });
    const over = await aFixture(api, { ...game, score: { fullTime: [2, 1] } });
    const read = createPageHeadReader(api);

    const toCome = tagsIn(await read(`/fixture/${open.id}?utm_source=x`));
    const played = tagsIn(await read(`/fixture/${over.id}`));

    expect(toCome['title']).toBe('Arsenal v Chelsea');
    expect(toCome['og:url']).toBe(`${api.settings.publicOrigin}/fixture/${open.id}`);
    expect(toCome['og:description']).toMatch(
      /^EPL · 14 Mar 2026, 15:00 UTC · Arsenal 2\.10 · Draw 3\.40 · Chelsea 3\.60 · 18\+/,
    );
    expect(played['title']).toBe('Arsenal v Chelsea: 2–1');
    expect(played['og:description']).toContain('Played 2–1');
  });

  test('shows how many tips of a record have a receipt and arrived before kick-off', async () => {
    const { community } = await aCommunityWithHistory();
    const { api, tipster, aTip } = community;
    await aTip({ by: tipster });
    const address = `/tipster/profile/${tipster.id}?check=all`;

    const tags = tagsIn(await createPageHeadReader(api)(address));

    expect(tags['title']).toBe('Ada Obi: check this record');
    expect(tags['og:url']).toBe(`${api.settings.publicOrigin}${address}`);
    expect(tags['og:description']).toContain('With a signed receipt 1 of 1');
    expect(tags['og:description']).toContain('Arrived before kick-off 1 of 1');
  });

  test('has a picture of 1200 by 630, cached while its content is the same', async () => {
    const { api, tipster, aTip } = await aCommunity();
    const tip = await aTip({ by: tipster });
    const { 'og:image': image = '' } = tagsIn(await createPageHeadReader(api)(`/tip/${tip.id}`));
    const address = image.slice(api.settings.publicOrigin.length).replaceAll('&amp;', '&');

    const answer = await api.app.inject(address);
    const { format, width, height } = await sharp(answer.rawPayload).metadata();

    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
    expect(answer.headers['cache-control']).toContain('immutable');
    const earlier = await api.app.inject(address.replace(/v=.*/, 'v=earlier'));
    expect(earlier.headers['cache-control']).toBe('public, max-age=300');
  });
});
