/**
 * All that an operation changes or depends on: operations that share a subject stay in order. A
 * stored row that cannot be read may lack them.
 */
type SubjectHolder = { readonly subjects?: readonly string[] };

/** The subject of all changes of one tip. */
export function tipSubject(tipId: string): string {
  return `${tipPrefix}${tipId}`;
}

/** The tip of a subject; undefined for any other subject. */
export function tipIdOfSubject(subject: string): string | undefined {
  return subject.startsWith(tipPrefix) ? subject.slice(tipPrefix.length) : undefined;
}

const tipPrefix = 'tip:';

/** The subject of follows and unfollows of one tipster. */
export function followSubject(tipsterId: string): string {
  return `${followSubjectPrefix}${tipsterId}`;
}

/** The beginning of every such subject. */
export const followSubjectPrefix = 'follow:';

/** The subject of all changes of a fixture, and of tickets with a leg on it. */
export function fixtureSubject(fixtureId: string): string {
  return `${fixturePrefix}${fixtureId}`;
}

/** The fixture of a subject; undefined for any other subject. */
export function fixtureIdOfSubject(subject: string): string | undefined {
  return subject.startsWith(fixturePrefix) ? subject.slice(fixturePrefix.length) : undefined;
}

const fixturePrefix = 'fixture:';

/** The subject of the member's own profile. */
export const profileSubject = 'profile';

/** The subjects of a stored row; none if it lacks them. */
export function subjectsOf({ subjects = [] }: SubjectHolder): readonly string[] {
  return subjects;
}

/** The subject that names an operation: the first, whose version its answer contains. */
export function mainSubjectOf({ subjects = [] }: SubjectHolder): string {
  return subjects[0] ?? '';
}

/** The id of the tip, fixture or tipster that names an operation; for the profile its member. */
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
