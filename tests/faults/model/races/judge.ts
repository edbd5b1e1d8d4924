import { inArray } from 'drizzle-orm';

import { fixtures, tips } from '#server/db/schema.ts';

import { auditTrouble } from '../../../testing/database/audit-chain.ts';
import type { Ground, Scene } from './ground.ts';
import type { Race } from './plan.ts';
import type { Done } from './play.ts';
import { type AuditEntry, readAuditEntries } from './audit-entries.ts';
import { unexplained, unheard } from './explained.ts';

/** The allowed responses: success, or a refusal that the contract names. */
const expected: ReadonlySet<string> = new Set([
  '409 already-confirmed',
  '409 legs-undecided',
  '403 own-tip',
  '412 stale-version',
  '409 too-early-to-decide',
  '422 decision-needs-reason',
  '422 unknown-leg',
]);

/** Checks the responses, the database and the audit log after a race. */
export async function judge(
  ground: Ground,
  race: Race,
  { scene, done }: { scene: Scene; done: readonly Done[] },
): Promise<string[]> {
  const found: string[] = [];
  for (const each of done) {
    const word = wordOf(each);
    if (word !== '200' && !expected.has(word)) found.push(`${each.action.do} is answered ${word}`);
  }
  if (race.same) found.push(...conflictsOfSame(done));
  const about = {
    tips: scene.tips.map(({ id }) => id),
    fixtures: scene.games.map(({ id }) => id),
  };
  for (const { subject, what } of await auditTrouble(ground.database, about)) {
    found.push(`the audit of ${subject}: ${what}`);
  }
  const entries = await readAuditEntries(ground, scene);
  found.push(...(await judgeVersions(ground, scene, entries)));
  found.push(
    ...unexplained(ground, race, scene, done, entries),
    ...unheard(race, scene, done, entries),
  );
  return found;
}

function wordOf({ reply: { status, body } }: Done): string {
  const code =
    typeof body === 'object' && body !== null && 'code' in body ? ` ${String(body.code)}` : '';
  return `${status}${code}`;
}

/** Checks that two equal requests do not conflict with each other. */
function conflictsOfSame(done: readonly Done[]): string[] {
  const [ones, others] = [0, 1].map((by) => done.filter((each) => each.by === by));
  return (ones ?? []).flatMap((one, index) => {
    const other = others?.[index];
    if (!other) return [];
    const words = [wordOf(one), wordOf(other)];
    // With more actions, one may conflict with another action of the other administrator.
    const isAlone = done.length === 2;
    const isRefused = words.some((word) => word.startsWith('412'));
    return isAlone && isRefused && words.includes('200')
      ? [`both say the same of ${one.action.do}, and are answered ${words.join(' and ')}`]
      : [];
  });
}

/**
 * Checks that each transaction that changed a tip or a game raised its version by one, and no other
 * did.
 */
async function judgeVersions(
  { database }: Ground,
  scene: Scene,
  entries: readonly AuditEntry[],
): Promise<string[]> {
  const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id);
  const stored = await database
    .select({ id: tips.id, version: tips.version })
    .from(tips)
    .where(inArray(tips.id, idsOf(scene.tips)));
  const played = await database
    .select({ id: fixtures.id, version: fixtures.version })
    .from(fixtures)
    .where(inArray(fixtures.id, idsOf(scene.games)));
  return [...stored, ...played].flatMap(({ id, version }) => {
    const changes = new Set(entries.flatMap((each) => (each.about === id ? each.tx : []))).size;
    return version === 1 + changes ? [] : [`${id} is version ${version} after ${changes} changes`];
  });
}
