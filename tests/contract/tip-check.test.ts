import { describe, expect, test } from 'vitest';
import type { HistoryEvent } from '#contract/proof/calls.ts';
import { checkReceipts, eventFlaws } from '#contract/proof/check.ts';
import { checkTip, type TipFault } from '#contract/proof/tip-check.ts';
import type { Tip } from '#contract/tips.ts';
import { aProvenRecord } from '../sync/support/proven-record.ts';
import { tipsterId } from '../sync/support/samples.ts';

const proven = await aProvenRecord(1, new Date('2026-11-20T12:00:00.000Z'));
const [listed] = proven.tips;
const [leg] = listed?.options ?? [];
const events = proven.histories.tips[0]?.events ?? [];
if (!listed || !leg) throw new Error('no tip');

function faultsOf(tip: Tip, history: readonly HistoryEvent[] = events): TipFault[] {
  return checkTip(tip, tipsterId, { events: history, flaws: [] }).faults;
}

/** Returns the events with one of them changed. */
function eventsWith(index: number, change: (content: Record<string, unknown>) => object) {
  return events.map((event, position) => {
    if (position !== index) return event;
    const content = JSON.parse(event.content);
    return { ...event, content: JSON.stringify({ ...content, ...change(content) }) };
  });
}

describe('a listed tip', () => {
  test('fits its history', () => {
    expect(checkTip(listed, tipsterId, { events, flaws: [] })).toMatchObject({
      faults: [],
      isSealed: true,
      proven: { outcome: 'won', totalOdds: 2, lastKickOff: new Date(listed.expiryTime) },
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
  ])('has the fault %s where the list shows otherwise', (fault, tip) => {
    expect(faultsOf(tip)).toContain(fault);
  });

  test('has a fault where it did not arrive before its first kick-off, whatever is listed', () => {
    const late = eventsWith(0, () => ({ at: listed.expiryTime }));

    expect(faultsOf({ ...listed, creationTime: listed.expiryTime }, late)).toEqual(['arrival']);
  });

  test.each([
    ['nothing', []],
    ['no post', events.slice(1)],
    ['two posts', [events[0], ...events].flatMap((event) => event ?? [])],
    ['no event', [{ content: 'nothing that can be read' }]],
  ])('has no history in %s', (_, history) => {
    expect(faultsOf(listed, history)).toEqual(['history']);
  });

  test('has a fault where it was withdrawn', () => {
    const withdrawn = eventsWith(2, () => ({ action: 'tip.withdraw', after: {} }));

    expect(faultsOf(listed, withdrawn)).toEqual(['status']);
  });
});

describe('an event', () => {
  test('that says a time before the checkpoint before it is flawed', async () => {
    const { receipts, newest } = proven.histories;
    const flawsAfter = async (at: string) => {
      const previous = newest && { ...newest, size: 0, at };
      const checked = await checkReceipts(proven.histories);
      const sealed = checked.map((receipt) => ({ ...receipt, ...(previous && { previous }) }));
      return eventFlaws(events, sealed, listed.id);
    };
    expect(receipts).toHaveLength(1);

    expect(await flawsAfter('2026-01-01T00:00:00.000Z')).toEqual([undefined, undefined, undefined]);
    expect(await flawsAfter(listed.expiryTime)).toEqual(['time', undefined, undefined]);
  });
});
