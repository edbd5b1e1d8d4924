import { isFixtureId, isId } from '#contract/id.ts';
import { parseCompetitionsSearch, parseProfileSearch } from '#contract/site/pages.ts';
import type { Window } from '#domain/record.ts';

/** A page that has a preview. `address` is its path with the known parameters. */
export type PreviewedPage = { address: string } & (
  | { kind: 'tip'; id: string }
  | { kind: 'fixture'; id: string }
  | { kind: 'tipster'; id: string; check?: Window | undefined }
  | { kind: 'competition'; league: string | undefined }
);

const paths = {
  tip: /^\/tip\/([^/]+)\/?$/,
  fixture: /^\/fixture\/([^/]+)\/?$/,
  tipster: /^\/tipster\/profile\/([^/]+)\/?$/,
  competitions: /^\/competitions\/?$/,
};

/** The page of a path and query, in canonical form; undefined if it has no preview. */
export function previewedPageAt(url: string): PreviewedPage | undefined {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const search = Object.fromEntries(new URLSearchParams(query));
  if (paths.competitions.test(path)) {
    const known = parseCompetitionsSearch(search);
    return {
      kind: 'competition',
      league: known.league,
      address: addressOf('/competitions', known),
    };
  }
  const tip = idIn(path, paths.tip);
  if (tip !== undefined) return { kind: 'tip', id: tip, address: `/tip/${tip}` };
  const fixture = fixtureIdIn(path);
  if (fixture !== undefined) {
    return { kind: 'fixture', id: fixture, address: `/fixture/${encodeURIComponent(fixture)}` };
  }
  const id = idIn(path, paths.tipster);
  if (id === undefined) return undefined;
  // The picture shows the record, whichever tips the page lists.
  const { month, check } = parseProfileSearch(search);
  const address = addressOf(`/tipster/profile/${id}`, { month, check });
  return { kind: 'tipster', id, check, address };
}

function idIn(path: string, pattern: RegExp): string | undefined {
  const id = pattern.exec(path)?.[1]?.toLowerCase();
  return id !== undefined && isId(id) ? id : undefined;
}

function fixtureIdIn(path: string): string | undefined {
  try {
    const id = decodeURIComponent(paths.fixture.exec(path)?.[1] ?? '');
    return isFixtureId(id) ? id : undefined;
  } catch {
    // An address may hold an invalid percent-encoding.
    return undefined;
  }
}

function addressOf(path: string, search: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) query.set(name, value);
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}
