import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { bettingOptions, type OddsGroup, oddsGroups } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { parseSeasonFile, type SeasonMatch } from '#domain/results/season-file.ts';
import { listBrokenRules } from '#domain/settlement/settlement-check.ts';
import { proposeSettlement, type Settlement } from '#domain/settlement/settlement.ts';

type SettlementCounts = Record<Settlement['result'], number>;

/** The result of settling every option of every match in a folder of season files. */
export type SeasonCheckResult = {
  files: number;
  matches: number;
  played: number;
  awarded: number;
  counts: ReadonlyMap<OddsGroup, SettlementCounts>;
  /** A sentence for each match whose winning options violate a rule of their group. */
  broken: readonly string[];
  /** Unreadable files with the reason. */
  unreadable: readonly string[];
};

export async function checkSeasons(folder: string): Promise<SeasonCheckResult> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const counts = new Map<OddsGroup, SettlementCounts>(
    oddsGroups.map(({ group }) => [group, { won: 0, lost: 0, void: 0, ask: 0 }]),
  );
  const checked = { files: names.length, matches: 0, played: 0, awarded: 0 };
  const broken: string[] = [];
  const unreadable: string[] = [];

  for (const name of names) {
    const season = parseSeasonFile(await readFile(join(folder, name), 'utf8'));
    if (!season.allowed) {
      for (const problem of season.problem) unreadable.push(`${name}: ${problem}`);
      continue;
    }
    for (const match of season.value.matches) {
      checked.matches += 1;
      if (match.status === 'played') checked.played += 1;
      else if (match.status === 'awarded') checked.awarded += 1;
      else continue;
      for (const rule of settleAllOptions(match, counts))
        broken.push(`${name}: ${toMatchName(match)}: ${rule}`);
    }
  }
  return { ...checked, counts, broken, unreadable };
}

/** Formats the result of a check as lines of text. */
export function toReportLines({
  files,
  matches,
  played,
  awarded,
  ...found
}: SeasonCheckResult): string[] {
  const rows = [...found.counts].map(([group, { won, lost, void: voids, ask }]) =>
    [group.padEnd(22), ...[won, lost, voids, ask].map((count) => String(count).padStart(7))].join(
      '',
    ),
  );
  const heading = ['won', 'lost', 'void', 'ask'].map((word) => word.padStart(7)).join('');
  return [
    `${files} files, ${matches} matches: ${played} played, ${awarded} awarded.`,
    ''.padEnd(22) + heading,
    ...rows,
    ...(found.broken.length === 0
      ? ['No match breaks the rule of a group.']
      : [`${found.broken.length} broken rules:`, ...found.broken]),
    ...found.unreadable,
  ];
}

function settleAllOptions(match: SeasonMatch, counts: Map<OddsGroup, SettlementCounts>): string[] {
  const report = { ...match, kickOff: new Date(match.date) };
  const settlements = bettingOptions.flatMap((option) => {
    const settlement = proposeSettlement(option, report, report.kickOff);
    return settlement ? [{ option, settlement }] : [];
  });
  for (const { option, settlement } of settlements) {
    const group = counts.get(option.oddsGroup);
    if (group) group[settlement.result] += 1;
  }
  return listBrokenRules(settlements);
}

function toMatchName({ home, away, date }: SeasonMatch): string {
  return `${gameName(home, away)}, ${date}`;
}
