import type { ChangedRows } from '../operations/operation.ts';

/**
 * Everything that an operation changes or depends on; operations that share a subject stay in
 * order. Unreadable rows may have no subjects.
 */
type SubjectHolder = { readonly subjects?: readonly string[] };

/** The subject of all changes of one thing; an empty id gives the prefix of the kind. */
export function subjectOf(kind: 'tip' | 'fixture' | keyof ChangedRows, id: string): string {
  return `${kind}:${id}`;
}

/** The subject of all changes of one tip. */
export function tipSubject(tipId: string): string {
  return subjectOf('tip', tipId);
}

/** The tip's id in a subject; undefined for any other subject. */
export function tipIdOfSubject(subject: string): string | undefined {
  return subject.startsWith(tipPrefix) ? subject.slice(tipPrefix.length) : undefined;
}

const tipPrefix = subjectOf('tip', '');

/** The subject of all changes of a fixture, and of tickets with a leg on it. */
export function fixtureSubject(fixtureId: string): string {
  return subjectOf('fixture', fixtureId);
}

/** The fixture's id in a subject; undefined for any other subject. */
export function fixtureIdOfSubject(subject: string): string | undefined {
  return subject.startsWith(fixturePrefix) ? subject.slice(fixturePrefix.length) : undefined;
}

const fixturePrefix = subjectOf('fixture', '');

/** The subject of the member's own profile. */
export const profileSubject = 'profile';

/** The subjects of a stored row; empty if the row has none. */
export function subjectsOf({ subjects = [] }: SubjectHolder): readonly string[] {
  return subjects;
}

/** The first subject of an operation; the response contains the subject's version. */
export function mainSubjectOf({ subjects = [] }: SubjectHolder): string {
  return subjects[0] ?? '';
}

/** The id of the main subject's tip, fixture or tipster; for the profile, the member's id. */
export function mainIdOf(row: SubjectHolder & { memberId: string }): string {
  const [, id = row.memberId] = mainSubjectOf(row).split(/:(.*)/s);
  return id;
}

/** True if two operations have a common subject. */
export function hasCommonSubject(one: SubjectHolder, { subjects = [] }: SubjectHolder): boolean {
  return one.subjects?.some((subject) => subjects.includes(subject)) === true;
}

/** True if one of the operation's subjects is in the set. */
export function hasSubjectIn({ subjects = [] }: SubjectHolder, set: ReadonlySet<string>): boolean {
  return subjects.some((subject) => set.has(subject));
}

/** Adds the operation's subjects to the set. */
export function addSubjects(set: Set<string>, { subjects = [] }: SubjectHolder): void {
  for (const subject of subjects) set.add(subject);
}
