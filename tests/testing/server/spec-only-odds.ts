/** The leagues of an odds service; one of them has only the specification's four fields. */
export const leagues = [
  {
    key: 'soccer_italy_serie_a',
    active: true,
    group: 'Soccer - Europe',
    details: 'Italian Serie A',
    title: 'Serie A - Italy',
  },
  {
    key: 'soccer_epl',
    active: true,
    group: 'Soccer - UK',
    details: 'English Premier League',
    title: 'EPL',
  },
  {
    key: 'soccer_spain_la_liga',
    title: 'La Liga - Spain',
    details: 'Spanish La Liga',
    group: 'Soccer - Europe',
  },
];

/** Returns the league key of a game. */
export function sportOf(game: unknown): unknown {
  return typeof game === 'object' && game !== null ? Reflect.get(game, 'sport_key') : undefined;
}
