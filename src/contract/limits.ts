/** Longest text of a profile field, in code points. */
export const profileTextLimit = 32;

/** Longest analysis of a tip, in characters. */
export const analysisLimit = 1000;

/** Longest reason of an administrator, in characters. */
export const reasonLimit = 500;

/** Shortest and longest password, in characters; spaces and every script count as typed. */
export const passwordLength = { min: 8, max: 256 } as const;

/** Random bytes in the one-use token of a mailed link. */
export const mailedTokenBytes = 32;

/** Characters of such a token, in base64url. */
export const mailedTokenLength = Math.ceil((mailedTokenBytes * 8) / 6);

/** Largest picture that may be uploaded, in bytes. */
export const pictureUploadLimit = 2 * 1024 * 1024;

/** How many tips a page of one's own tips holds unless asked otherwise. */
export const tipPageSize = 20;

/** How many tips any list gives at most. */
export const tipListLimit = 100;

/** How many recent tips of a tipster are shown. */
export const recentTipLimit = 5;

/** Maximum tips, copies among them, that a member posts within 24 hours. */
export const tipsPerDay = 200;

/** How many operations one batch holds at most. */
export const batchLimit = 50;

/** How many tips and bookings saved before a time-out it lets through at most. */
export const sparedLimit = 500;

/** How many tipsters a page of their list holds unless asked otherwise, and at most. */
export const tipsterListLimit = 100;

/** How many rows the table of a month holds at most. */
export const competitionRowLimit = 100;

/** How many fixtures, and how many results, the page of a league holds at most. */
export const leagueFixtureLimit = 60;

/** How many tickets an administrator confirms, or opens again, in one call at most. */
export const deskLimit = 200;

/** How many games that began a search of administrators finds at most. */
export const earlierFixtureLimit = 20;

/** How many notices a page of them holds unless asked otherwise, and at most. */
export const noticeListLimit = 200;

/** Longest name of a pool, in code points. */
export const poolNameLimit = 40;

/** How many pools a member is in at most, and how many members a pool has. */
export const poolsPerMember = 50;
export const membersPerPool = 200;

/** How many tips' histories one call gives at most. */
export const historyListLimit = 50;
