import type { Receipt, TipHistories } from '#contract/proof/calls.ts';
import { leafText } from '#contract/proof/check.ts';
import { linkHash, noHash, textHash } from '#contract/proof/hashes.ts';
import { computeInclusionPath, computeTreeRoot } from '#contract/proof/merkle.ts';
import type { FullRecord } from '#contract/records.ts';
import type { Tip } from '#contract/tips.ts';
import { monthOf, recordOf } from '#domain/record.ts';
import { signCheckpoint } from '#server/proof/key.ts';
import { toFullRecord } from '#server/records/presenter.ts';
import { aTree } from '../tips/merkle-tree.ts';
import { serverTip, tipsterId } from './samples.ts';

const hourMs = 3_600_000;

/** A tipster's data from a server: tips of one leg at 2.00, a day apart, every third tip lost. */
export type ProvenRecord = { tips: Tip[]; histories: TipHistories; record: FullRecord };

/** A record with proofs in the server's format; its last kick-off is a day before `now`. */
export async function aProvenRecord(count: number, now: Date): Promise<ProvenRecord> {
  const tips = Array.from({ length: count }, (_, index) =>
    settledTip(index, new Date(now.getTime() - (count - index) * 24 * hourMs)),
  );
  const contents = tips.flatMap((tip, index) => eventsOf(tip, index * 3));
  const receipts = await receiptsOf(contents, new Date(now.getTime() - hourMs));
  const histories = {
    tips: tips.map(({ id }, index) => ({
      id,
      events: contents
        .slice(index * 3, index * 3 + 3)
        .map((content, event) => ({ content, receipt: Math.floor((index * 3 + event) / 100) })),
    })),
    receipts,
    ...(receipts[0] && { newest: receipts[0].checkpoint }),
  };
  return { tips: tips.toReversed(), histories, record: recordOfTips(tips, now) };
}

function settledTip(index: number, kickOff: Date): Tip {
  const isLost = index % 3 === 2;
  const startDateOfGame = kickOff.toISOString();
  const result = isLost ? 'lost' : 'won';
  return serverTip({
    id: `019cc82b-3200-7000-8000-${String(index).padStart(12, '0')}`,
    tipsterId,
    options: [
      {
        fixtureId: `fixture-${index}`,
        game: 'Arsenal Vs Chelsea',
        group: '1X2',
        oddName: '1X2 - 1',
        odd: 2,
        startDateOfGame,
        status: !isLost,
        result,
        confirmedAt: new Date(kickOff.getTime() + 2 * hourMs).toISOString(),
        reason: 'As it ended.',
      },
    ],
    totalOdds: 2,
    creationTime: new Date(kickOff.getTime() - hourMs).toISOString(),
    expiryTime: startDateOfGame,
    IsGameSuccessful: true,
    outcome: result,
    totalGamesWon: isLost ? 0 : 1,
    totalGamesLost: isLost ? 1 : 0,
  });
}

/**
 * The event texts of a tip (post, decision, confirmation) from this position of its tipster's chain
 * on.
 */
function eventsOf(tip: Tip, position: number): string[] {
  const [leg] = tip.options;
  if (!leg) return [];
  const { fixtureId, game, oddName, odd, startDateOfGame: kickOff, result } = leg;
  const decidedAt = leg.confirmedAt ?? kickOff;
  return [
    {
      at: tip.creationTime,
      action: 'tip.post',
      after: { legs: [{ fixtureId, game, kickOff, oddName, odd }], analysis: '' },
      reason: '',
    },
    {
      at: decidedAt,
      action: 'leg.settle',
      after: { fixtureId, result },
      reason: 'As it ended.',
    },
    {
      at: decidedAt,
      action: 'tip.confirm',
      after: { expiresAt: kickOff, lastKickOff: kickOff },
      reason: '',
    },
  ].map((event, index) =>
    JSON.stringify({
      chain: `member:${tipsterId}`,
      position: position + index + 1,
      subject: `tip:${tip.id}`,
      before: null,
      sealed: noHash,
      ...event,
    }),
  );
}

/** The receipts of a chain: blocks of a hundred events, all in one checkpoint. */
async function receiptsOf(contents: readonly string[], at: Date): Promise<Receipt[]> {
  const digests = await Promise.all(contents.map(textHash));
  const leaves = [];
  for (let start = 0, startHash = noHash; start < digests.length; start += 100) {
    const own = digests.slice(start, start + 100);
    let endHash = startHash;
    for (const digest of own) endHash = await linkHash(endHash, digest);
    const leaf = {
      chain: `member:${tipsterId}`,
      start,
      startHash,
      end: start + own.length,
      endHash,
    };
    leaves.push({ leaf, digests: own });
    startHash = endHash;
  }
  const hashOf = await aTree(leaves.map(({ leaf }) => leafText(leaf)));
  const size = leaves.length;
  const root = await computeTreeRoot(size, hashOf);
  const checkpoint = signCheckpoint({ size, root, at: at.toISOString() }, 'the key of this server');
  return Promise.all(
    leaves.map(async (leaf, index) => ({
      ...leaf,
      index,
      path: await computeInclusionPath(index, size, hashOf),
      checkpoint,
      consistency: [],
    })),
  );
}

function recordOfTips(tips: readonly Tip[], now: Date): FullRecord {
  const settled = tips.map(({ outcome, totalOdds, expiryTime, ...tip }) => ({
    outcome,
    totalOdds,
    lastKickOff: new Date(expiryTime),
    stake: 0,
    legsWon: tip.totalGamesWon,
    legsLost: tip.totalGamesLost,
  }));
  const months = Map.groupBy(settled, ({ lastKickOff }) => monthOf(lastKickOff));
  const slices = [...months].map(([key, tips]) => ({
    kind: 'month' as const,
    key,
    ...recordOf(tips),
  }));
  return toFullRecord(tipsterId, { tips: settled, withdrawn: 0, slices, followers: [] }, now);
}
