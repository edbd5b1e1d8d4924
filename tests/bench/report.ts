import { budgets } from './budgets.ts';
import { median } from './engine/measure.ts';
import { note } from './engine/report.ts';
import { home, myTips, type Screen } from './measured-app.ts';
import type { FirstVisit } from './on-a-phone.ts';
import type { OfflineStarts } from './offline-starts.ts';
import type { Tap } from './taps.ts';
import type { Loaded } from './script-weights.ts';
import type { Seen } from './watch-rows.ts';
import { brotliBytes, brotliOf, gzipBytes, inlineStyle, plainBytes } from './weights.ts';

const maxNamed = 10;

/**
 * Script and style per screen, and what each screen adds. A first visit also loads the code that
 * fetches its rows; the budget is for rows that are on the device, as in an offline start.
 */
export function printWeights(loaded: readonly Loaded[]): void {
  console.log('\nScript and style on a first visit, packed by brotli\n');
  const shell = new Set(loaded.find(({ screen }) => screen === home)?.altogether);
  for (const { screen, beforeRows, styles, altogether } of loaded) {
    const style = brotliBytes(styles) + brotliOf(inlineStyle());
    if (screen === home || screen === myTips) {
      line(screen.path, 'script before fetched rows', brotliBytes(beforeRows));
      line(screen.path, 'first load, in gzip', gzipBytes(beforeRows), budgets.firstLoad);
      line(screen.path, 'style', style, budgets.style);
      line(screen.path, 'script altogether', brotliBytes(altogether));
    } else {
      const added = altogether.filter((file) => !shell.has(file));
      line(screen.path, 'script beside that of home', brotliBytes(added), budgets.furtherRoute);
    }
  }
}

/** Offline starts, as ratios to the limit of the same run. */
export function printOfflineStarts({ screens, precached }: OfflineStarts): void {
  console.log('\nKept for a start without a connection\n');
  const precacheBytes = plainBytes(precached);
  line('precache', `${precached.length} files, as they are`, precacheBytes, budgets.precache);
  line('precache', 'at the very most', precacheBytes, budgets.precacheAtMost);

  console.log('\nStart without a connection: fresh process, processor slowed four times\n');
  for (const { screen, limit, rows, control, withoutSnapshot } of screens) {
    const limitMedians = mediansOf(limit);
    const shown = mediansOf(rows);
    const scripts = withoutSnapshot[0]?.scripts ?? [];
    console.log(
      `  ${screen.path}; static page: first paint ${ms(limitMedians.firstPaint)}, ${screen.count} rows ${ms(limitMedians.rows)} (medians of ${limit.length})`,
    );
    ratio(
      'first paint',
      shown.firstPaint,
      limitMedians.firstPaint,
      budgets.firstPaintAgainstStatic,
    );
    ratio(`${screen.count} rows on screen`, shown.rows, limitMedians.rows, rowsBudget(screen));
    const works = mediansOf(control).rows;
    ratio('first control that works', works, limitMedians.rows, budgets.controlAgainstStatic);
    const first = mediansOf(withoutSnapshot).rows;
    note(
      `${screen.count} rows without a snapshot: ${ms(first)} (${(first / limitMedians.rows).toFixed(2)})`,
    );
    line(screen.path, 'script before rows', brotliBytes(scripts), budgets.scriptBeforeRows);
    printHeaviest(scripts);
  }
}

function rowsBudget(screen: Screen): number {
  if (screen === home) return budgets.homeAgainstStatic;
  return screen === myTips ? budgets.allRowsAgainstStatic : budgets.rowsAgainstStatic;
}

type OnAPhone = {
  visits: readonly FirstVisit[];
  taps: readonly Tap[];
  changes: readonly Tap[];
};

/** A phone with a processor slowed four times, on a connection of 1.6 Mb/s with 150 ms. */
export function printOnAPhone({ visits, taps, changes }: OnAPhone): void {
  console.log('\nOn a slow phone with a slow connection\n');
  const row = (what: string, figure: number, digits: number, unit: string, budget: number) => {
    const words = `${figure.toFixed(digits)}${unit}`;
    console.log(
      `  ${what.padEnd(53)} ${words.padStart(10)}  ${verdict(figure, budget, `${budget}${unit}`)}`,
    );
  };
  for (const { path, largestPaint, layoutShift, largestPaintAgain } of visits) {
    row(`first visit, largest paint: ${path}`, largestPaint, 0, ' ms', budgets.largestPaint);
    row(`first visit, layout shift: ${path}`, layoutShift, 3, '', budgets.layoutShift);
    row(
      `next visit, largest paint: ${path}`,
      largestPaintAgain,
      0,
      ' ms',
      budgets.largestPaintAgain,
    );
  }
  for (const { what, took } of taps) {
    row(`longest from a tap to its paint: ${what}`, took, 0, ' ms', budgets.tapToPaint);
  }
  for (const { what, took } of changes) {
    row(`from a tap to what it changed: ${what}`, took, 0, ' ms', budgets.tapToChange);
  }
}

/** The largest files of a start. */
function printHeaviest(files: readonly string[]): void {
  const weighed = files.map((file) => ({ file, bytes: brotliBytes([file]) }));
  const heaviest = weighed.toSorted((one, other) => other.bytes - one.bytes).slice(0, maxNamed);
  for (const { file, bytes } of heaviest) {
    console.log(`      ${kilobytes(bytes).padStart(9)}  ${file.split('/').at(-1)}`);
  }
}

function mediansOf(seen: readonly Seen[]): Pick<Seen, 'firstPaint' | 'rows'> {
  return {
    firstPaint: median(seen.map(({ firstPaint }) => firstPaint)),
    rows: median(seen.map(({ rows }) => rows)),
  };
}

function ratio(what: string, time: number, limit: number, budget: number): void {
  const times = time / limit;
  console.log(
    `    ${what.padEnd(28)} ${ms(time).padStart(9)}  ${times.toFixed(2)} x the static page  ${verdict(times, budget, budget.toFixed(2))}`,
  );
}

function line(of: Screen['path'], what: string, bytes: number, budget?: number): void {
  const against = budget === undefined ? '' : verdict(bytes, budget, kilobytes(budget));
  console.log(`  ${of.padEnd(24)} ${what.padEnd(28)} ${kilobytes(bytes).padStart(10)}  ${against}`);
}

function verdict(figure: number, budget: number, words: string): string {
  return figure > budget ? `OVER BUDGET (${words})` : `within ${words}`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function ms(time: number): string {
  return `${time.toFixed(0)} ms`;
}
