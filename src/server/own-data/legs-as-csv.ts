import type { OwnData } from '#contract/own-data.ts';
import type { Leg, Tip } from '#contract/tips.ts';

import { csvOf } from './csv.ts';

type Column = [name: string, cell: (leg: Leg, tip: Tip) => string | number];

/** What a line says. The names are part of the file's format: whoever reads it finds columns by them. */
const columns: readonly Column[] = [
  ['tip', (_, { id }) => id],
  ['posted', (_, { creationTime }) => creationTime],
  ['league', ({ sportKey }) => sportKey ?? ''],
  ['game', ({ game }) => game],
  ['kickOff', ({ startDateOfGame }) => startDateOfGame],
  ['oddName', ({ oddName }) => oddName],
  ['odd', ({ odd }) => odd],
  ['result', ({ result }) => result],
  ['reason', ({ reason }) => reason ?? ''],
  ['totalOdds', (_, { totalOdds }) => totalOdds],
  ['stake', (_, { stake }) => stake ?? 0],
  ['booked', (_, { IsBooked }) => String(IsBooked ?? false)],
  ['treated', (_, { IsGameSuccessful }) => String(IsGameSuccessful)],
  ['outcome', (_, { outcome }) => outcome],
  ['copiedFrom', (_, { copiedFrom }) => copiedFrom ?? ''],
  ['analysis', (_, { analysis }) => analysis ?? ''],
];

/** One's own tips with one line per leg. */
export function legsAsCsv({ tips }: Pick<OwnData, 'tips'>): string {
  return csvOf([
    columns.map(([name]) => name),
    ...tips.flatMap((tip) => tip.options.map((leg) => columns.map(([, cell]) => cell(leg, tip)))),
  ]);
}
