// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PoolTable } from '#contract/pools.ts';
import { JoinPage } from '#client/features/pools/join-page.tsx';
import { PoolPage } from '#client/features/pools/pool-page.tsx';
import { PoolsPage } from '#client/features/pools/pools-page.tsx';
import { keepInvitation } from '#client/session/invitation.ts';
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

/** An own pool with a friend without settled tips. */
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
  test('stand with their days, league and members, and lead to their tables', async () => {
    const id = '0195a000-0000-7000-8000-000000000902';
    const serie = aPoolTable({ ...mine, id, name: 'Calcio', sportKey: 'soccer_italy_serie_a' });
    const screen = await aScreen(<PoolsPage />, await aPhoneIn(mine, serie));

    await screen.shows('Friday five');
    expect(screen.text()).toContain('Nov 1 – 30, 2026 · 2 members');
    await screen.shows('Nov 1 – 30, 2026 · Serie A · 2 members');
    expect((await screen.link(/^Friday five/)).getAttribute('href')).toBe(`/pools/${mine.id}`);
  });

  test('are none, and how that changes', async () => {
    const screen = await aScreen(<PoolsPage />, await aPhoneIn());

    await screen.shows('You are in no pool yet.');
    expect(screen.names('main a, ul a')).toEqual([]);
  });

  test('are made online: the server has it before its page opens', async () => {
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
    // Without a response the pool may exist already: the second request must name the same pool.
    expect(second?.path).toBe(first?.path);
  });

  test('wait for a connection to be made, and say so', async () => {
    noNetwork();
    const screen = await aScreen(<PoolsPage />, await aPhoneIn(mine));

    await screen.shows('Making a pool needs a connection.');
    await screen.shows('Friday five');
    expect((await screen.button('Make the pool')).getAttribute('aria-disabled')).toBe('true');
  });
});

describe('a pool', () => {
  test('has the table of its members, who has nothing settled too', async () => {
    const screen = await aScreen(<PoolPage id={mine.id} />, await aPhoneIn(mine));

    await screen.shows('Amara Own');
    expect(screen.text()).toContain('Nov 1 – 30, 2026 · Made by you');
    expect(screen.text()).toContain('+6.40');
    expect(screen.text()).toContain('A rank needs 5 settled tickets on these days.');
    expect(screen.text()).toContain('Amara FriendNothing settled yet');
  });

  test('is shared by its owner through a link that hides the secret from servers', async () => {
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
    const screen = await aScreen(<PoolPage id={mine.id} />, await aPhoneIn(mine));

    await screen.presses('Share');

    await screen.until(() => copied.length === 1, 'a copy');
    expect(copied).toEqual([`${location.origin}/pools/join#${invitation}`]);
    expect(screen.names('svg[role=img]')).toContain('The link to your pool as a picture');
  });

  test('loses a member only after a second tap', async () => {
    const path = `/api/pools/${mine.id}/members/${tipsterId}`;
    const { requests } = aBackend({ [path]: () => Response.json({ id: mine.id }) });
    const screen = await aScreen(<PoolPage id={mine.id} />, await aPhoneIn(mine), {
      configuration,
    });

    await screen.presses('Remove Amara Friend');
    await screen.shows('Amara Friend leaves the table');
    expect(requests).toEqual([]);
    await screen.presses('Remove Amara Friend');

    await screen.until(() => screen.toasts.length === 1, 'a message');
    expect(screen.toasts).toMatchObject([{ title: 'Amara Friend is removed' }]);
    expect(requests.map(({ path: one }) => one)).toEqual([path]);
  });

  test('shows its members neither the link nor what only its owner may do', async () => {
    const { invitation: _, ...seen } = theirs;
    const screen = await aScreen(<PoolPage id={theirs.id} />, await aPhoneIn(seen));

    await screen.shows('Made by Amara Friend');
    const actions = screen.names('main button, button');
    expect(actions).toContain('Leave the pool');
    for (const action of ['Share', 'New link', 'Delete the pool', 'Remove Amara Own']) {
      expect(actions).not.toContain(action);
    }
  });

  test('stays readable without a connection, and says what needs one', async () => {
    noNetwork();
    const screen = await aScreen(<PoolPage id={mine.id} />, await aPhoneIn(mine));

    await screen.shows('A new link, removing, leaving and deleting need a connection.');
    expect(screen.text()).toContain('Amara Own');
    expect(screen.names('button')).toContain('Share');
    expect(screen.names('button')).not.toContain('Delete the pool');
  });

  test('says to who did not make it that leaving needs a connection', async () => {
    noNetwork();
    const { invitation: _, ...seen } = theirs;
    const screen = await aScreen(<PoolPage id={theirs.id} />, await aPhoneIn(seen));

    await screen.shows('Leaving the pool needs a connection.');
    expect(screen.names('button')).not.toContain('Leave the pool');
  });
});

describe('an invitation', () => {
  async function opens(answers: Record<string, () => Response>, opened: string | undefined) {
    keepInvitation(opened);
    onTestFinished(() => keepInvitation(undefined));
    const backend = aBackend(answers);
    const screen = await aScreen(<JoinPage />, await aPhoneIn(), { configuration });
    return { screen, ...backend };
  }
  const led = (joined: boolean) => () => Response.json({ ...theirs, joined });

  test('says where it leads, and one tap joins', async () => {
    const { screen, requests } = await opens(
      { '/api/pools/invitation': led(false), '/api/pools/join': () => Response.json(theirs) },
      invitation,
    );
    await screen.shows('Made by Amara Friend · 2 members');
    expect(requests).toHaveLength(1);

    await screen.presses('Join');

    await screen.until(() => screen.toasts.length === 1, 'a message');
    expect(requests.at(-1)).toMatchObject({ path: '/api/pools/join', body: { invitation } });
    expect(screen.path()).toBe(`/pools/${theirs.id}`);
  });

  test('of a pool that one is in already leads there', async () => {
    const { screen } = await opens({ '/api/pools/invitation': led(true) }, invitation);

    await screen.presses('Open the pool');

    await screen.until(() => screen.path() === `/pools/${theirs.id}`, 'the pool');
    expect(screen.toasts).toEqual([]);
  });

  test.each([
    ['that is not valid any more', invitation],
    ['that is none', undefined],
  ])('%s says whom to ask', async (_, opened) => {
    const answers = { '/api/pools/invitation': refused('link-invalid') };
    const { screen } = await opens(answers, opened);

    await screen.shows('This link is not valid any more.');
    expect(screen.names('button')).not.toContain('Join');
  });

  test('is asked about again when told to, after a connection failed', async () => {
    const answers: Record<string, () => Response> = {};
    const { screen, requests } = await opens(answers, invitation);
    await screen.shows('Nothing was lost; try again when you are online.');

    answers['/api/pools/invitation'] = led(false);
    await screen.presses('Retry');

    await screen.shows('Made by Amara Friend');
    expect(requests).toHaveLength(2);
  });

  test('to a full pool says so', async () => {
    const { screen } = await opens(
      { '/api/pools/invitation': led(false), '/api/pools/join': refused('pool-full') },
      invitation,
    );

    await screen.presses('Join');

    await screen.shows('This pool is full.');
    expect(screen.path()).toBe('/here');
  });
});
