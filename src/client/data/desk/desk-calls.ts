import '#client/startup/zod-jitless.ts';
import { CorrectionPreview, earlierFixtures, previewCorrection } from '#contract/desk.ts';
import { deskHistory, deskHistoryFile } from '#contract/desk-history.ts';
import {
  assignClubName,
  type ClubNameAssignment,
  unknownClubNames,
} from '#contract/fixtures/club-names.ts';
import { buildPath } from '#sync/backend/api.ts';
import type { AccountRequests } from '../account/account-api.ts';

/** Filters by ticket, game, administrator, or this phone's calendar day, such as 2026-03-01. */
export type HistoryFilter = Partial<Record<'tip' | 'by' | 'fixture' | 'day', string | undefined>>;

/** Calls of the administrators' pages whose responses are not stored. */
export const createDeskCalls = ({ read, file }: Pick<AccountRequests, 'read' | 'file'>) => ({
  /** Previews a correction without making it. */
  previewCorrection: (fixtureId: string, results: string) =>
    read(
      previewCorrection,
      CorrectionPreview,
      {},
      { fixtureId },
      results === '' ? {} : { results },
    ),

  /** Reads the most recent started games that match a search. */
  searchStartedGames: (search: string) =>
    read(earlierFixtures, earlierFixtures.reply, {}, {}, { search }),

  /** Reads club names of imported data that match no known club. */
  readUnknownClubs: () => read(unknownClubNames, unknownClubNames.reply),

  /** Assigns an unknown club name to a club; the reply lists the names that are still unknown. */
  assignClub: (body: ClubNameAssignment) => read(assignClubName, assignClubName.reply, body),

  /** Reads a page of the administrators' history: the newest entries, or those before an entry. */
  readHistory: (whose: HistoryFilter, before: number | undefined) =>
    read(
      deskHistory,
      deskHistory.reply,
      {},
      {},
      { ...toHistoryQuery(whose), ...(before !== undefined && { before: String(before) }) },
    ),

  /** Downloads the whole filtered history as a CSV file. */
  downloadHistory: (whose: HistoryFilter) =>
    file({ path: buildPath(deskHistoryFile, {}, toHistoryQuery(whose)), type: /^text\/csv\b/ }),
});

function toHistoryQuery({ day, ...whose }: HistoryFilter): Record<string, string> {
  const params = Object.entries({ ...whose, ...(day !== undefined && toDayRange(day)) });
  return Object.fromEntries(params.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** The start and the end of a day in this phone's time zone. */
function toDayRange(day: string) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const midnight = (later: number) => new Date(year, month - 1, date + later).toISOString();
  return { from: midnight(0), until: midnight(1) };
}
