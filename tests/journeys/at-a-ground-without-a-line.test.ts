import { test } from '../support/journey.ts';
import { tipsWithoutALine } from './a-tip-without-a-line.ts';

test('a tipster posts and books without a line, and an administrator settles the ticket', async ({
  given,
}) => {
  const backend = await given.aServer({ DEMO: '1' });

  await tipsWithoutALine(given, backend, ['EPL', 'La Liga - Spain', 'Bundesliga - Germany']);
});
