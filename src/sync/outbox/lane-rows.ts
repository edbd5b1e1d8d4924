import {
  fixtureIdOfSubject,
  fixtureSubject,
  profileSubject,
  tipIdOfSubject,
  tipSubject,
} from './subjects.ts';

/** A stored row; earlier builds ordered rows by `lane` and `deps` instead of subjects. */
type StoredRow = Record<string, unknown>;

/** True for a row of an earlier build, which has a `lane` instead of subjects. */
export function isLaneRow(row: unknown): boolean {
  if (typeof row !== 'object' || row === null || 'subjects' in row) return false;
  return 'lane' in row && typeof row.lane === 'string';
}

/**
 * Adds subjects to operations of earlier builds: the subjects of the payload and of the operations
 * in `deps`. All other fields stay. `tickets` are the stored tickets of other members, which
 * contain the fixtures of confirmed tickets.
 */
export function convertLaneRows(
  rows: readonly unknown[],
  tickets: readonly unknown[] = [],
): readonly unknown[] {
  if (!rows.some(isLaneRow)) return rows;
  const records = rows.map(toStoredRow);
  const fixturesByTip = new Map(
    tickets.map(toStoredRow).map(({ id, options }) => [id, toFixtureSubjects(options)]),
  );
  const queued = records
    .map(readMainSubject)
    .filter((one) => fixtureIdOfSubject(one) !== undefined);
  const fixturesOfTip = (id: unknown) => [...(fixturesByTip.get(id) ?? []), ...queued];
  const own = records.map((row) => listOwnSubjects(row, fixturesOfTip));
  const ownById = new Map(
    records.flatMap(({ id, formerly }, at) =>
      [id, ...toUnknownArray(formerly)].map((each) => [each, own[at] ?? []] as const),
    ),
  );
  return rows.map((row, at) => {
    if (!isLaneRow(row)) return row;
    const { lane: _lane, deps, laneVersion, ...rest } = records[at] ?? {};
    const earlier = toUnknownArray(deps).flatMap((id) => ownById.get(id) ?? []);
    const subjects = [...new Set([...(own[at] ?? []), ...earlier])];
    return {
      ...rest,
      payload: addSubjectsToPayload(rest, subjects),
      subjects,
      ...(laneVersion !== undefined && { ownVersion: laneVersion }),
    };
  });
}

/** Adds the subjects' ids to the payload, because a changed payload gets new subjects. */
function addSubjectsToPayload({ kind, payload }: StoredRow, subjects: readonly string[]): unknown {
  const fixtureIds = subjects.flatMap((subject) => fixtureIdOfSubject(subject) ?? []);
  if (kind === 'tips.confirm' || kind === 'tips.reopen' || kind === 'tip.confirm') {
    return { ...toStoredRow(payload), fixtureIds };
  }
  const after = subjects.slice(1).flatMap((subject) => tipIdOfSubject(subject) ?? []);
  return kind === 'tip.post' && after.length > 0 ? { ...toStoredRow(payload), after } : payload;
}

function listOwnSubjects(
  row: StoredRow,
  fixturesOfTip: (id: unknown) => readonly string[],
): string[] {
  if (!isLaneRow(row)) return toUnknownArray(row['subjects']).map(String);
  const lane = readMainSubject(row);
  const payload = toStoredRow(row['payload']);
  if (lane === 'confirmations') {
    const ids = toUnknownArray(payload['ids']);
    return [...ids.map((id) => tipSubject(String(id))), ...ids.flatMap(fixturesOfTip)];
  }
  if (row['kind'] === 'tip.confirm') return [lane, ...fixturesOfTip(payload['tipId'])];
  if (lane.startsWith('profile:')) return [profileSubject];
  if (lane.startsWith('time-out:')) return ['time-out'];
  return [lane, ...toFixtureSubjects(payload['legs'])];
}

function readMainSubject({ subjects, lane }: StoredRow): string {
  return String(toUnknownArray(subjects)[0] ?? lane);
}

function toFixtureSubjects(legs: unknown): string[] {
  return toUnknownArray(legs).map((leg) => fixtureSubject(String(toStoredRow(leg)['fixtureId'])));
}

function toUnknownArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function toStoredRow(value: unknown): StoredRow {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
