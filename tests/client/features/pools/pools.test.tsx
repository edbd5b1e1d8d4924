import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PoolTable } from '#contract/pools.ts';
import { JoinPoolPage } from '#client/features/pools/join-page.tsx';
import { PoolPage } from '#client/features/pools/pool-page.tsx';
import { PoolsPage } from '#client/features/pools/pools-page.tsx';
import { storePoolInvitation } from '#client/session/invitation.ts';
import { poolDocument, poolsDocument } from '#sync/refresh/document-names.ts';
import { aPoolTable, poolRow } from '../../../testing/engine/pools.ts';
import { memberId, tipsterId } from '../../../testing/engine/samples.ts';
import { aBackend, configuration, refused } from '../../../testing/components/a-backend.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';

const invitation = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ';

async function aPhoneIn(...pools: PoolTable[]): Promise<Phone> {
  const phone = aPhone();
  const fetchedAt = Date.UTC(2026, 10, 20, 12);
  await phone.store.documents.bulkPut([
    { name: poolsDocument, value: { pools }, fetchedAt },
    ...pools.map((value) => ({ name: poolDocument(value.id), value, fetchedAt })),
  ]);
  return phone;
}

/** Makes the browser report that there is no network. */
function noNetwork(): void {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => network.mockRestore());
}

/** A pool of this member and a friend who has no settled tips. */
const mine = aPoolTable({
  invitation,
  rows: [
    poolRow({ tipsterId: memberId, lastName: 'Own', flatProfit: 6.4 }),
    nobodyYet(tipsterId, 'Friend'),
  ],
});
const theirs = aPoolTable({ ...mine, ownerId: tipsterId, owner: 'Amara Friend' });

function nobodyYet(id: string, lastName: string) {
  const { rank: _, hitRate: __, ...row } = poolRow({ tipsterId: id, lastName });
  return { ...row, settled: 0, won: 0, lost: 0, flatProfit: 0 };
}

describe('the pools of a member', () => {
  test('are listed with days, league and number of members, and link to their tables', async () => {
    const id = '0195a000-0000-7000-8000-000000000902';
    const serie = aPoolTable({ ...mine, id, name: 'Calcio', sportKey: 'soccer_italy_serie_a' });
    const screen = await aScreen(<PoolsPage />, await aPhoneIn(mine, serie));

    await screen.shows('Friday five');
    expect(screen.text()).toContain('Nov 1 – 30, 2026 · 2 members');
    await screen.shows('Nov 1 – 30, 2026 · Serie A · 2 members');
    expect((await screen.link(/^Friday five/)).getAttribute('href')).toBe(`/pools/${mine.id}`);
  });

  test('can be none, and the page says so', async () => {
    const screen = await aScreen(<PoolsPage />, await aPhoneIn());

    await screen.shows('You are in no pool yet.');
    expect(screen.names('main a, ul a')).toEqual([]);
  });

  test('are created online, and a pool opens only after the server has accepted it', async () => {
    const phone = await aPhoneIn();
    const { requests } = aBackend({});
    const screen = await aScreen(<PoolsPage />, phone, { configuration });
    await screen.types('Name', 'Derby');
    await screen.chooses('Other days');
    await screen.types('First day', '2026-11-20');
    await screen.types('Last day', '2026-11-19');
    await screen.presses('Make the pool');
    await screen.shows('Not before the first day, and a year after it at most');
    await screen.types('Last day', '2026-11-23');

    await screen.presses('Make the pool');
    await screen.shows('Nothing was lost; try again when you are online.');
    await screen.presses('Make the pool');

    await screen.until(() => requests.length === 2, 'another try');
    const [first, second] = requests;
    expect(first).toMatchObject({
      body: { name: 'Derby', from: '2026-11-20', until: '2026-11-23' },
    });
    // The first request may have created the pool, so the second must name the same pool.
    expect(second?.path).toBe(first?.path);
  });
});

describe('a pool', () => {
  test('shows members neither the invitation nor actions that only its owner may do', async () => {
    const { invitation: _, ...seen } = theirs;
    const screen = await aScreen(<PoolPage id={theirs.id} />, await aPhoneIn(seen));

    await screen.shows('Made by Amara Friend');
    const actions = screen.names('main button, button');
    expect(actions).toContain('Leave the pool');
    for (const action of ['Share', 'New link', 'Delete the pool', 'Remove Amara Own']) {
      expect(actions).not.toContain(action);
    }
  });

  test('says without a connection that leaving needs one', async () => {
    noNetwork();
    const { invitation: _, ...seen } = theirs;
    const screen = await aScreen(<PoolPage id={theirs.id} />, await aPhoneIn(seen));

    await screen.shows('Leaving the pool needs a connection.');
    expect(screen.names('button')).not.toContain('Leave the pool');
  });
});

describe('an invitation', () => {
  async function opens(answers: Record<string, () => Response>, opened: string | undefined) {
    storePoolInvitation(opened);
    onTestFinished(() => storePoolInvitation(undefined));
    const backend = aBackend(answers);
    const screen = await aScreen(<JoinPoolPage />, await aPhoneIn(), { configuration });
    return { screen, ...backend };
  }
  const led = (joined: boolean) => () => Response.json({ ...theirs, joined });

  test('of a pool that the member is in already links to that pool', async () => {
    const { screen } = await opens({ '/api/pools/invitation': led(true) }, invitation);

    await screen.presses('Open the pool');

    await screen.until(() => screen.path() === `/pools/${theirs.id}`, 'the pool');
    expect(screen.toasts).toEqual([]);
  });

  test.each([
    ['that is not valid any more', invitation],
    ['that is none', undefined],
  ])('%s advises whom to contact', async (_, opened) => {
    const answers = { '/api/pools/invitation': refused('link-invalid') };
    const { screen } = await opens(answers, opened);

    await screen.shows('This link is not valid any more.');
    expect(screen.names('button')).not.toContain('Join');
  });

  test('is fetched again by Retry after a failed connection', async () => {
    const answers: Record<string, () => Response> = {};
    const { screen, requests } = await opens(answers, invitation);
    await screen.shows('Nothing was lost; try again when you are online.');

    answers['/api/pools/invitation'] = led(false);
    await screen.presses('Retry');

    await screen.shows('Made by Amara Friend');
    expect(requests).toHaveLength(2);
  });

  test('of a full pool says so', async () => {
    const { screen } = await opens(
      { '/api/pools/invitation': led(false), '/api/pools/join': refused('pool-full') },
      invitation,
    );

    await screen.presses('Join');

    await screen.shows('This pool is full.');
    expect(screen.path()).toBe('/here');
  });
});
