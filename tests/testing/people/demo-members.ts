import { readRecording } from '#server/demo/recording.ts';

const [administrator, member, ...tipsters] = readRecording().members;
if (!administrator || !member) throw new Error('the recording has no members');

/** The two members of the demo season whose logins are printed, and its tipsters. */
export const demoAdministrator = administrator;
export const demoMember = member;
export const demoTipsters = tipsters;
