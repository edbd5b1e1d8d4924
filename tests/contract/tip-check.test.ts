import { describe, expect, test } from 'vitest';
import type { HistoryEvent } from '#contract/proof/calls.ts';
import { checkReceipts, findEventFlaws } from '#contract/proof/check.ts';
import { saltedHash } from '#contract/proof/hashes.ts';
import { checkTip, type TipFault } from '#contract/proof/tip-check.ts';
import type { Tip } from '#contract/tips.ts';
import { aProvenRecord } from '../testing/engine/proven-record.ts';
import { tipsterId } from '../testing/engine/samples.ts';

const proven = await aProvenRecord(1, new Date('2026-11-20T12:00:00.000Z'));
const [listed] = proven.tips;
const [leg] = listed?.options ?? [];
const events = proven.histories.tips[0]?.events ?? [];
if (!listed || !leg) throw new Error('no tip');

async function faultsOf(
  tip: Tip,
  history: readonly HistoryEvent[] = events,
  analysisSalt?: string,
): Promise<TipFault[]> {
  return (await checkTip(tip, tipsterId, { events: history, flaws: [], analysisSalt })).faults;
}

/** Returns the history with one event changed. */
function eventsWith(index: number, change: (content: Record<string, unknown>) => object) {
  return events.map((event, position) => {
    if (position !== index) return event;
    const content = JSON.parse(event.content ?? '');
    return { ...event, content: JSON.stringify({ ...content, ...change(content) }) };
  });
}

describe('a listed tip', () => {
  test('matches its history', async () => {
    expect(await checkTip(listed, tipsterId, { events, flaws: [] })).toMatchObject({
      faults: [],
      isInCheckpoint: true,
      recomputedTip: { outcome: 'won', totalOdds: 2, lastKickOff: new Date(listed.expiryTime) },
    });
  });

  test.each<[TipFault, Tip]>([
    ['posted', { ...listed, creationTime: '2026-11-01T00:00:00.000Z' }],
    ['games', { ...listed, options: [{ ...leg, game: 'Arsenal Vs Everton' }] }],
    ['games', { ...listed, options: [leg, leg] }],
    ['picks', { ...listed, options: [{ ...leg, oddName: '1X2 - 2' }] }],
    ['odds', { ...listed, totalOdds: 3 }],
    ['odds', { ...listed, recordOdds: 3 }],
    ['odds', { ...listed, options: [{ ...leg, odd: 3 }] }],
    ['results', { ...listed, outcome: 'void' }],
    ['results', { ...listed, totalGamesWon: 2 }],
    ['decisions', { ...listed, options: [{ ...leg, reason: 'Another.' }] }],
    ['decisions', { ...listed, options: [{ ...leg, fact: { code: 'cancelled' } }] }],
    ['decisions', { ...listed, options: [{ ...leg, confirmedAt: listed.expiryTime }] }],
    ['status', { ...listed, IsGameSuccessful: false }],
    ['text', { ...listed, analysis: 'I knew it.' }],
    ['tipster', { ...listed, tipsterId: '019cc82b-3200-7000-8000-000000000099' }],
  ])('has the fault %s if the list differs', async (fault, tip) => {
    expect(await faultsOf(tip)).toContain(fault);
  });

  test('has a fault if it did not arrive before its first kick-off, whatever the list shows', async () => {
    const late = eventsWith(0, () => ({ at: listed.expiryTime }));

    expect(await faultsOf({ ...listed, creationTime: listed.expiryTime }, late)).toEqual([
      'arrival',
    ]);
  });

  test.each([
    ['nothing', []],
    ['no post', events.slice(1)],
    ['two posts', [events[0], ...events].flatMap((event) => event ?? [])],
    ['no event', [{ content: 'nothing that can be read' }]],
  ])('has no history with %s', async (_, history) => {
    expect(await faultsOf(listed, history)).toEqual(['history']);
  });

  test('has a fault if it was withdrawn', async () => {
    const withdrawn = eventsWith(2, () => ({ action: 'tip.withdraw', after: {} }));

    expect(await faultsOf(listed, withdrawn)).toEqual(['status']);
  });

  describe('with a text that can be removed', () => {
    const salt = '019cc82b-3200-4000-8000-00000000000a';
    const withText = { ...listed, analysis: 'At home again.' };
    const removed: Tip = { ...listed, analysisRemovedBy: 'tipster' };
    const posted = async () => {
      const analysisDigest = await saltedHash(salt, 'At home again.');
      return eventsWith(0, ({ after }) => ({ after: { ...Object(after), analysisDigest } }));
    };
    /** Removes the empty text from the post, which only earlier versions wrote. */
    const withoutOldText = (history: HistoryEvent[]) =>
      history.map(({ content = '', ...event }) => ({
        ...event,
        content: content.replace('"analysis":"",', ''),
      }));
    const history = async () => withoutOldText(await posted());
    const erasure = (by: string): HistoryEvent => ({
      content: (events[2]?.content ?? '')
        .replace('tip.confirm', 'tip.erase')
        .replace(/"after":\{[^}]*\}/, `"after":{"by":"${by}"}`),
    });

    test('matches its digest and its salt', async () => {
      expect(await faultsOf(withText, await history(), salt)).toEqual([]);
    });

    test.each<[string, Tip, string | undefined]>([
      ['another text', { ...withText, analysis: 'I knew it.' }, salt],
      ['no text, and no word of a removal', listed, salt],
      ['a removal that nothing says', removed, undefined],
      ['the salt of another', withText, '019cc82b-3200-4000-8000-00000000000b'],
      ['no salt', withText, undefined],
    ])('has a fault with %s', async (_, tip, known) => {
      expect(await faultsOf(tip, await history(), known)).toEqual(['text']);
    });

    test('matches its history after the removal of the text, and has a fault if the text is shown', async () => {
      const erased = [...(await history()), erasure('tipster')];

      expect(await faultsOf(removed, erased)).toEqual([]);
      expect(await faultsOf(withText, erased, salt)).toEqual(['text']);
      expect(await faultsOf({ ...removed, analysisRemovedBy: 'administrator' }, erased)).toEqual([
        'text',
      ]);
    });

    test('has no history if its post is missing without an event of removal', async () => {
      const [post, ...later] = await history();
      const restated = {
        content: (post?.content ?? '')
          .replace('tip.post', 'tip.restate')
          .replace(
            '"after":{',
            `"after":{"post":{"position":1,"at":"${listed.creationTime}","digest":"${'ab'.repeat(32)}"},`,
          ),
      };
      const withheld: HistoryEvent[] = [{ digest: 'ab'.repeat(32) }, ...later, restated];

      expect(await faultsOf(removed, withheld)).toEqual(['history']);
      expect(await faultsOf(removed, [...withheld, erasure('tipster')])).toEqual([]);
    });
  });
});

describe('an event', () => {
  test('with a time before the previous checkpoint is flawed', async () => {
    const { receipts, newest } = proven.histories;
    const flawsAfter = async (at: string) => {
      const previous = newest && { ...newest, size: 0, at };
      const checked = await checkReceipts(proven.histories);
      const sealed = checked.map((receipt) => ({ ...receipt, ...(previous && { previous }) }));
      return findEventFlaws(events, sealed, listed.id);
    };
    expect(receipts).toHaveLength(1);

    expect(await flawsAfter('2026-01-01T00:00:00.000Z')).toEqual([undefined, undefined, undefined]);
    expect(await flawsAfter(listed.expiryTime)).toEqual(['time', undefined, undefined]);
  });
});
