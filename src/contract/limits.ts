/** Maximum length of a profile field, in code points. */
export const profileTextLimit = 32;

/** Maximum length of a tip's analysis, in characters. */
export const analysisLimit = 1000;

/** Maximum length of an administrator's reason, in characters. */
export const reasonLimit = 500;

/** Length of a password, in characters; all scripts and spaces are allowed. */
export const passwordLength = { min: 8, max: 256 } as const;

/** Random bytes in the single-use token of a mailed link. */
export const mailedTokenBytes = 32;

/** Length of a mailed token in base64url, in characters. */
export const mailedTokenLength = Math.ceil((mailedTokenBytes * 8) / 6);

/** Maximum size of an uploaded picture, in bytes. */
export const maxPictureUploadBytes = 2 * 1024 * 1024;

/** Default page size of own tips. */
export const tipPageSize = 20;

/** Maximum page size of every list of tips. */
export const tipListLimit = 100;

/** Number of recent tips on a tipster's page. */
export const recentTipLimit = 5;

/** Maximum tips that a member posts within 24 hours, including copies. */
export const maxTipsPerDay = 200;

/** Maximum operations that a client sends in a batch and that the server accepts. */
export const batchLimit = 50;

/** Maximum tips and bookings queued before a time-out that the server still accepts. */
export const timeOutExemptLimit = 500;

/** Default and maximum page size of the list of tipsters. */
export const tipsterListLimit = 100;

/** Maximum rows of a month's competition table. */
export const competitionRowLimit = 100;

/** Maximum fixtures, and maximum results, on a league's page. */
export const leagueFixtureLimit = 60;

/** Maximum tickets that one call confirms or reopens. */
export const confirmationLimit = 200;

/** Maximum results of an administrator's search for started fixtures. */
export const earlierFixtureLimit = 20;

/** Default and maximum page size of notices. */
export const noticeListLimit = 200;

/** Maximum length of a pool's name, in code points. */
export const poolNameLimit = 40;

/** Maximum pools of a member, and maximum members of a pool. */
export const maxPoolsPerMember = 50;
export const maxMembersPerPool = 200;

/** Maximum tip histories in one call. */
export const historyListLimit = 50;
