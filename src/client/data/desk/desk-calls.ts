import '#client/zod-jitless.ts';
import {
  CorrectionPreview,
  type AuditEntry,
  deskHistory,
  deskHistoryFile,
  earlierFixtures,
  previewCorrection,
} from '#contract/desk.ts';
import {
  assignClub,
  type ClubAssignment,
  type UnknownClubs,
  unknownClubs,
} from '#contract/fixtures/club-names.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { Configuration } from '#contract/site/site.ts';
import { createApi, pathOf } from '#sync/backend/api.ts';
import { fetchFile, type FileAnswer } from '#sync/own-data-file.ts';
import { session } from '#client/session/session.ts';

/** Narrows the history to a ticket, game, administrator, or day by this phone's clock, such as 2026-03-01. */
export type HistoryFilter = Partial<Record<'tip' | 'by' | 'fixture' | 'day', string | undefined>>;

/** Calls of the administrators' pages whose responses are not stored. */
export function deskCalls({ apiBaseUrl: baseUrl }: Configuration) {
  const token = () => session.get()?.token;
  const fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init);
  const api = createApi({ baseUrl, fetch, token });
  return {
    /** A preview of a correction; undefined without a response. */
    async preview(fixtureId: string, results: string): Promise<CorrectionPreview | undefined> {
      const answer = await api.callAs(previewCorrection, CorrectionPreview, {
        params: { fixtureId },
        ...(results !== '' && { query: { results } }),
      });
      return answer.kind === 'ok' ? answer.reply : undefined;
    },

    /** The latest started games that match a search; undefined without a response. */
    async games(search: string): Promise<Fixture[] | undefined> {
      const answer = await api.call(earlierFixtures, { query: { search } });
      return answer.kind === 'ok' ? answer.reply : undefined;
    },

    /** Club names without a match; undefined without a response. */
    async unknownClubs(): Promise<UnknownClubs | undefined> {
      const answer = await api.call(unknownClubs, {});
      return answer.kind === 'ok' ? answer.reply : undefined;
    },

    /** Assigns an unknown club; returns the remaining ones, undefined without a response. */
    async assignClub(body: ClubAssignment): Promise<UnknownClubs | undefined> {
      const answer = await api.call(assignClub, { body });
      return answer.kind === 'ok' ? answer.reply : undefined;
    },

    /** A page of the administrators' history, and whether there is more. */
    async history(
      whose: HistoryFilter,
      before: number | undefined,
    ): Promise<{ entries: AuditEntry[]; more: boolean } | undefined> {
      const query = { ...queryOf(whose), ...(before !== undefined && { before }) };
      const answer = await api.call(deskHistory, { query });
      if (answer.kind !== 'ok') return undefined;
      return { entries: answer.reply, more: answer.next !== undefined };
    },

    /** The whole history as a table. */
    async file(whose: HistoryFilter): Promise<FileAnswer> {
      const path = pathOf(deskHistoryFile, {}, queryOf(whose));
      return fetchFile({ path, type: /^text\/csv\b/ }, { baseUrl, token: token(), fetch });
    },
  };
}

function queryOf({ day, ...whose }: HistoryFilter): Record<string, string> {
  const params = Object.entries({ ...whose, ...(day !== undefined && spanOf(day)) });
  return Object.fromEntries(params.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Start and end of a day by this phone's clock. */
function spanOf(day: string) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const midnight = (later: number) => new Date(year, month - 1, date + later).toISOString();
  return { from: midnight(0), until: midnight(1) };
}
