import { readDemoRecording } from '#server/demo/recording.ts';

const [administrator, member, ...tipsters] = readDemoRecording().members;
if (!administrator || !member) throw new Error('the recording has no members');

/** Logins of the demo season: the two that a server prints, and the tipsters. */
export const demoAdministrator = administrator;
export const demoMember = member;
export const demoTipsters = tipsters;
