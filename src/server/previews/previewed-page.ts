import { isFixtureId, isId } from '#contract/id.ts';
import { parseCompetitionsSearch, parseProfileSearch } from '#contract/site/pages.ts';
import type { RecordWindow } from '#domain/record.ts';

/** A page with a preview. `address` is its path with known parameters only. */
export type PreviewedPage = { address: string } & (
  | { kind: 'tip'; id: string }
  | { kind: 'fixture'; id: string }
  | { kind: 'tipster'; id: string; check?: RecordWindow | undefined }
  | { kind: 'competition'; league: string | undefined }
);

const pathPatterns = {
  tip: /^\/tip\/([^/]+)\/?$/,
  fixture: /^\/fixture\/([^/]+)\/?$/,
  tipster: /^\/tipster\/profile\/([^/]+)\/?$/,
  competitions: /^\/competitions\/?$/,
};

/** Parses a path and query; undefined if the page has no preview. */
export function parsePreviewedPage(url: string): PreviewedPage | undefined {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const search = Object.fromEntries(new URLSearchParams(query));
  if (pathPatterns.competitions.test(path)) {
    const known = parseCompetitionsSearch(search);
    return {
      kind: 'competition',
      league: known.league,
      address: buildAddress('/competitions', known),
    };
  }
  const tip = parseId(path, pathPatterns.tip);
  if (tip !== undefined) return { kind: 'tip', id: tip, address: `/tip/${tip}` };
  const fixture = parseFixtureId(path);
  if (fixture !== undefined) {
    return { kind: 'fixture', id: fixture, address: `/fixture/${encodeURIComponent(fixture)}` };
  }
  const id = parseId(path, pathPatterns.tipster);
  if (id === undefined) return undefined;
  // The filter of the tips is ignored, as the picture shows only the record.
  const { month, check } = parseProfileSearch(search);
  const address = buildAddress(`/tipster/profile/${id}`, { month, check });
  return { kind: 'tipster', id, check, address };
}

function parseId(path: string, pattern: RegExp): string | undefined {
  const id = pattern.exec(path)?.[1]?.toLowerCase();
  return id !== undefined && isId(id) ? id : undefined;
}

function parseFixtureId(path: string): string | undefined {
  try {
    const id = decodeURIComponent(pathPatterns.fixture.exec(path)?.[1] ?? '');
    return isFixtureId(id) ? id : undefined;
  } catch {
    // The percent-encoding is invalid.
    return undefined;
  }
}

function buildAddress(path: string, search: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) query.set(name, value);
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}
