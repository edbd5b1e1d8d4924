import { exportOwnData } from '#contract/own-data.ts';
import { pathOf } from './api.ts';
import { bareToken } from './token.ts';

/** One's own data as the server writes it out. */
export type OwnFileFormat = 'json' | 'csv';

const types: Record<OwnFileFormat, RegExp> = {
  json: /^application\/json\b/,
  csv: /^text\/csv\b/,
};

type OwnFileParts = {
  /** As the configuration has it; empty for the origin of the site. */
  baseUrl: string;
  token: string | undefined;
  fetch: typeof fetch;
};

/**
 * Fetches everything of a member's own as a file. A table is no JSON, so the API's client cannot
 * judge it; another page in its place is told by its kind, and nothing is done with it here.
 */
export async function fetchOwnFile(
  format: OwnFileFormat,
  { baseUrl, token, fetch }: OwnFileParts,
): Promise<Blob | 'unreachable' | 'session-ended'> {
  const address = `${baseUrl.replace(/\/+$/, '')}${pathOf(exportOwnData, {}, { format })}`;
  const bearer = bareToken(token);
  try {
    const answer = await fetch(address, {
      headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      redirect: 'error',
      cache: 'no-store',
      credentials: 'same-origin',
    });
    if (answer.status === 401) return 'session-ended';
    const kind = answer.headers.get('content-type') ?? '';
    if (!answer.ok || !types[format].test(kind)) return 'unreachable';
    return await answer.blob();
  } catch {
    return 'unreachable';
  }
}
