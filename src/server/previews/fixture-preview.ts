import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { goalsText, pairsToScore } from '#domain/fixture.ts';

import { ageNotice } from './language.ts';
import type { Preview } from './preview.ts';

/** Creates the preview of a game, with prices before kick-off and the score after the game. */
export function createFixturePreview(fixture: Fixture): Preview {
  const { home, away, sportKey, kickOff, status, score } = fixture;
  const goals = score && goalsText(pairsToScore(score).fullTime);
  const facts = [
    toLeagueLabel(sportKey).title,
    formatKickOff(kickOff),
    formatStatus(status, goals),
  ];
  const factLine = facts.filter((fact) => fact !== '').join(' · ');
  const rows = createPriceRows(fixture);
  const prices = rows.map(({ title, figure }) => `${title} ${figure}`);
  return {
    title: `${home} v ${away}${goals ? `: ${goals}` : ''}`,
    description: [factLine, ...prices, ageNotice].join(' · '),
    picture: {
      kind: 'list',
      heading: `${home} – ${away}`,
      figure: goals ?? '',
      rows: [{ title: factLine, note: '', figure: '' }, ...rows],
    },
  };
}

function createPriceRows({ home, away, status, prices }: Fixture) {
  if (status !== 'scheduled' || !prices) return [];
  const row = (title: string, price: number) => ({ title, note: '', figure: price.toFixed(2) });
  return [row(home, prices.home), row('Draw', prices.draw), row(away, prices.away)];
}

/** Returns for example "Played 2–1" or "Postponed"; empty for a future game. */
function formatStatus(status: Fixture['status'], goals = ''): string {
  if (status === 'scheduled') return '';
  const words = status.replace('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${goals}`.trim();
}

/** Formats a kick-off in UTC, as the reader's time zone is unknown. */
function formatKickOff(instant: string): string {
  return `${kickOffFormat.format(new Date(instant))} UTC`;
}

const kickOffFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
