import { expect, test } from 'vitest';
import { clubOf, gameSearchText, loadClubs, teamSearchText, teamShortName } from '#client/clubs.ts';

test('a team is drawn as unknown and found by its name until the table of clubs is loaded', async () => {
  expect(teamShortName('Paris Saint-Germain')).toBe('Paris Saint-Germain');
  expect(clubOf('Paris Saint-Germain').code).toBe('PAR');
  expect(teamSearchText('Paris Saint-Germain')).toBe('paris saint-germain');

  await loadClubs();

  expect(teamShortName('Paris Saint-Germain')).toBe('Paris SG');
  expect(clubOf('Paris Saint-Germain').code).toBe('PSG');
  expect(teamSearchText('Paris Saint-Germain')).toContain('psg');
  expect(gameSearchText('Paris Saint-Germain Vs Lens')).toContain('psg');
});
