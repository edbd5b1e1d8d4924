import {
  fixtureInSubject,
  fixtureSubject,
  profileSubject,
  tipInSubject,
  tipSubject,
} from './subjects.ts';

/** A stored row; builds before the one queue ordered rows by a lane and by the ids they depend on. */
type StoredRow = Record<string, unknown>;

/** True for a row of a build that ordered operations by lanes. */
export function lacksSubjects(row: unknown): boolean {
  if (typeof row !== 'object' || row === null || 'subjects' in row) return false;
  return 'lane' in row && typeof row.lane === 'string';
}

/**
 * Gives operations of earlier builds their subjects: those of their payload, and those of the
 * operations that they depend on. Ids, keys and sent requests stay as they are, and so do rows that
 * have subjects. `tickets` are the stored tickets of other members, for the games of confirmations.
 */
export function withSubjects(
  rows: readonly unknown[],
  tickets: readonly unknown[] = [],
): readonly unknown[] {
  if (!rows.some(lacksSubjects)) return rows;
  const records = rows.map(recordOf);
  const fixturesByTip = new Map(
    tickets.map(recordOf).map(({ id, options }) => [id, fixturesOf(options)]),
  );
  const queued = records.map(mainSubjectOf).filter((one) => fixtureInSubject(one) !== undefined);
  const fixturesOfTip = (id: unknown) => [...(fixturesByTip.get(id) ?? []), ...queued];
  const own = records.map((row) => ownSubjects(row, fixturesOfTip));
  const ownById = new Map(
    records.flatMap(({ id, formerly }, at) =>
      [id, ...listOf(formerly)].map((each) => [each, own[at] ?? []] as const),
    ),
  );
  return rows.map((row, at) => {
    if (!lacksSubjects(row)) return row;
    const { lane: _lane, deps, laneVersion, ...rest } = records[at] ?? {};
    const earlier = listOf(deps).flatMap((id) => ownById.get(id) ?? []);
    const subjects = [...new Set([...(own[at] ?? []), ...earlier])];
    return {
      ...rest,
      payload: payloadWith(rest, subjects),
      subjects,
      ...(laneVersion !== undefined && { ownVersion: laneVersion }),
    };
  });
}

/** Names in the payload what later changes of it must still wait for. */
function payloadWith({ kind, payload }: StoredRow, subjects: readonly string[]): unknown {
  const fixtureIds = subjects.flatMap((subject) => fixtureInSubject(subject) ?? []);
  if (kind === 'tips.confirm' || kind === 'tips.reopen' || kind === 'tip.confirm') {
    return { ...recordOf(payload), fixtureIds };
  }
  const after = subjects.slice(1).flatMap((subject) => tipInSubject(subject) ?? []);
  return kind === 'tip.post' && after.length > 0 ? { ...recordOf(payload), after } : payload;
}

function ownSubjects(row: StoredRow, fixturesOfTip: (id: unknown) => readonly string[]): string[] {
  if (!lacksSubjects(row)) return listOf(row['subjects']).map(String);
  const lane = mainSubjectOf(row);
  const payload = recordOf(row['payload']);
  if (lane === 'confirmations') {
    const ids = listOf(payload['ids']);
    return [...ids.map((id) => tipSubject(String(id))), ...ids.flatMap(fixturesOfTip)];
  }
  if (row['kind'] === 'tip.confirm') return [lane, ...fixturesOfTip(payload['tipId'])];
  if (lane.startsWith('profile:')) return [profileSubject];
  if (lane.startsWith('time-out:')) return ['time-out'];
  return [lane, ...fixturesOf(payload['legs'])];
}

function mainSubjectOf({ subjects, lane }: StoredRow): string {
  return String(listOf(subjects)[0] ?? lane);
}

function fixturesOf(legs: unknown): string[] {
  return listOf(legs).map((leg) => fixtureSubject(String(recordOf(leg)['fixtureId'])));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): StoredRow {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
