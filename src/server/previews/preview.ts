import { defaultLeague } from '#contract/fixtures/leagues.ts';
import { monthOf, minSettledForRank, type RecordWindow } from '#domain/record.ts';

import { createLimiter } from '../platform/concurrency.ts';
import { toFixture } from '../fixtures/presenter.ts';
import { findFixtureById, readLeagues } from '../fixtures/queries.ts';
import { toTipster } from '../members/presenter.ts';
import { findTipsterById } from '../members/queries.ts';
import { toCompetitionRows } from '../records/presenter.ts';
import { readContenders, countVerifiableTips } from '../records/queries.ts';
import type { Services } from '../services.ts';
import { isReadable, toListedTip } from '../tips/presenter.ts';
import { findTipById } from '../tips/queries.ts';
import { createFixturePreview } from './fixture-preview.ts';
import { ageNotice, englishPreviewTextFormatter, type PreviewTextFormatter } from './language.ts';
import type { PreviewedPage } from './previewed-page.ts';
import type { TipPicture } from './tip-picture.ts';
import { createTipPreview } from './tip-preview.ts';

/** A row of a preview's picture: a title, a note beside the title, and a number at the end. */
export type PreviewRow = { title: string; note: string; figure: string };

/** A picture with a heading, a number and rows, of which the first four are drawn. */
export type ListPicture = {
  kind: 'list';
  heading: string;
  figure: string;
  rows: readonly PreviewRow[];
};

/**
 * Title, description and picture with which other sites show a link to a page. Title and
 * description of a tip are in the requested language; everything else is in English.
 */
export type Preview = {
  title: string;
  description: string;
  picture: ListPicture | TipPicture;
};

const separator = ' · ';

/** The general preview, for pages without a specific preview. */
export const sitePreview: Preview = {
  title: 'Touchline, football tipster site',
  description: `Football tips with a record that nobody can polish: every tip is timed before kick-off and settled by the score. ${ageNotice}`,
  picture: {
    kind: 'list',
    heading: 'Football tips among people',
    figure: '',
    rows: [
      { title: 'Every tip timed before kick-off', note: '', figure: '' },
      { title: 'Settled by the score, kept for good', note: '', figure: '' },
      { title: 'Works at the ground without a signal', note: '', figure: '' },
    ],
  },
};

type PreviewDependencies = Pick<Services, 'database' | 'clock'>;

/** Requests for pages need no permit (see `admission/`), so previews use only a few connections. */
const previewLimiter = createLimiter({ maxRunning: 4, maxWaiting: 20 });

/** Reads the preview of a page; undefined if the tip, game or member does not exist. */
export async function readPreview(
  source: PreviewDependencies,
  page: PreviewedPage,
  language = englishPreviewTextFormatter,
): Promise<Preview | undefined> {
  return previewLimiter(async () => {
    if (page.kind === 'competition')
      return readCompetitionPreview(source, page.league ?? defaultLeague);
    if (page.kind === 'tip') return readTipPreview(source, page.id, language);
    if (page.kind === 'fixture') return readFixturePreview(source, page.id);
    return readTipsterPreview(source, page);
  });
}

async function readTipPreview(
  { database }: PreviewDependencies,
  id: string,
  language: PreviewTextFormatter,
): Promise<Preview | undefined> {
  const row = await findTipById(database, id);
  if (!row || !isReadable(row, undefined)) return undefined;
  return createTipPreview(toListedTip(row), language);
}

async function readFixturePreview(
  { database }: PreviewDependencies,
  id: string,
): Promise<Preview | undefined> {
  const row = await findFixtureById(database, id);
  return row && createFixturePreview(toFixture(row));
}

async function readTipsterPreview(
  { database, clock }: PreviewDependencies,
  { id, check }: { id: string; check?: RecordWindow | undefined },
): Promise<Preview | undefined> {
  const row = await findTipsterById(database, id, { viewer: undefined, at: clock() });
  if (!row) return undefined;
  const { firstName, lastName, record, followers } = toTipster(row, [], undefined);
  const name = `${firstName} ${lastName}`.trim();
  if (check)
    return createRecordCheckPreview(
      name,
      check,
      await countVerifiableTips(database, id, check, clock()),
    );
  const figures =
    record.settled === 0
      ? [{ title: 'No settled tickets yet', note: '', figure: '' }]
      : [
          { title: 'Settled tickets', note: '', figure: String(record.settled) },
          { title: 'Won', note: '', figure: String(record.won) },
          { title: 'Units, flat stakes', note: '', figure: formatSigned(record.flatProfit) },
        ];
  return {
    title: `${name} on Touchline`,
    description: [
      ...figures.map(({ title, figure }) => joinSentence([title, figure])),
      ...(followers > 0 ? [`Followers ${followers}`] : []),
      ageNotice,
    ].join(separator),
    picture: { kind: 'list', heading: name, figure: '', rows: figures },
  };
}

const windowNames: Record<RecordWindow, string> = {
  '30d': '30 days',
  '90d': '90 days',
  all: 'all time',
};

/**
 * Creates the preview of a record check; the server only counts receipts, the phone verifies them.
 */
function createRecordCheckPreview(
  name: string,
  window: RecordWindow,
  { tips, sealed, inTime }: Awaited<ReturnType<typeof countVerifiableTips>>,
): Preview {
  const rows = [
    { title: 'With a signed receipt', note: '', figure: `${sealed} of ${tips}` },
    { title: 'Arrived before kick-off', note: '', figure: `${inTime} of ${tips}` },
    { title: 'Check it on your phone', note: '', figure: windowNames[window] },
  ];
  return {
    title: `${name}: check this record`,
    description: [
      `Settled tips of ${windowNames[window]} ${tips}`,
      ...rows.slice(0, 2).map(({ title, figure }) => joinSentence([title, figure])),
      ageNotice,
    ].join(separator),
    picture: { kind: 'list', heading: name, figure: `${sealed} of ${tips}`, rows },
  };
}

async function readCompetitionPreview(
  { database, clock }: PreviewDependencies,
  key: string,
): Promise<Preview | undefined> {
  const league = (await readLeagues(database)).find((one) => one.key === key);
  if (!league) return undefined;
  const month = monthOf(clock());
  const rows = toCompetitionRows(await readContenders(database, 'league-month', `${key} ${month}`))
    .filter(({ rank }) => rank !== undefined)
    .slice(0, 3)
    .map(({ firstName, lastName, flatProfit, settled }, index) => ({
      title: `${index + 1}. ${`${firstName} ${lastName}`.trim()}`,
      note: `${settled} settled`,
      figure: formatSigned(flatProfit),
    }));
  const best = rows.map(({ title, figure }) => `${title} ${figure}`);
  return {
    title: `${league.title}: fixtures, results and tipsters`,
    description: [
      best.length > 0
        ? `Best of the month in units: ${best.join(', ')}`
        : `A place in the month's table takes ${minSettledForRank} settled tips`,
      ageNotice,
    ].join(separator),
    picture: { kind: 'list', heading: league.title, figure: '', rows },
  };
}

function joinSentence(parts: readonly (string | undefined)[]): string {
  const words = parts.filter(Boolean).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats a number with its sign, as on all screens. */
function formatSigned(units: number): string {
  const text = units.toFixed(Math.abs(units) < 100 ? 1 : 0);
  return units > 0 ? `+${text}` : text.replace('-', '−');
}
