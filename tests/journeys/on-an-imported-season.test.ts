import { join } from 'node:path';

import { test } from '../support/journey.ts';
import { tipsWithoutALine } from './a-tip-without-a-line.ts';

const seasons = join(import.meta.dirname, 'seasons');
const own = ['2025-26_en.1.json', '2025-26_es.1.json', '2025-26_de.1.json'].map((name) =>
  join(seasons, name),
);

test('a tipster posts and books without a line on a season that was imported from a file', async ({
  given,
}) => {
  const backend = await given.aServer({ DEMO: '0' });
  // Somebody with the file of a real season at hand makes the same journey on it.
  const elsewhere = process.env['TOUCHLINE_SEASON'];
  const files = elsewhere === undefined ? own : [elsewhere];

  for (const file of files) await backend.command('fixtures', 'import', file, '--shift-to-today');
  const leagues = await backend.query<{ title: string }>(
    'select distinct title from leagues join fixtures on sport_key = key',
  );

  await tipsWithoutALine(
    given,
    backend,
    leagues.map(({ title }) => title),
  );
});
