/** Countries with a drawn flag, by their football abbreviations. */
export type FlagCode = 'eng' | 'ger' | 'esp' | 'ita' | 'fra' | 'por' | 'ned' | 'tur';

/** Title and flag of a league: an empty title if unknown, no flag if none is drawn. */
export type LeagueLabel = { readonly title: string; readonly flag: FlagCode | undefined };

/** Titles of leagues for old data, which contains only their keys. */
const titles: Readonly<Record<string, string>> = {
  soccer_epl: 'EPL',
  soccer_spain_la_liga: 'La Liga',
  soccer_italy_serie_a: 'Serie A',
  soccer_germany_bundesliga: 'Bundesliga',
  soccer_france_ligue_one: 'Ligue 1',
  soccer_portugal_primeira_liga: 'Primeira Liga',
  soccer_netherlands_eredivisie: 'Eredivisie',
  soccer_turkey_super_league: 'Süper Lig',
};

const countries: readonly (readonly [start: string, flag: FlagCode])[] = [
  ['soccer_epl', 'eng'],
  ['soccer_efl', 'eng'],
  ['soccer_england', 'eng'],
  ['soccer_germany', 'ger'],
  ['soccer_spain', 'esp'],
  ['soccer_italy', 'ita'],
  ['soccer_france', 'fra'],
  ['soccer_portugal', 'por'],
  ['soccer_netherlands', 'ned'],
  ['soccer_turkey', 'tur'],
];

/** A league's flag and short title, without the country if a flag shows it ("La Liga - Spain"). */
export function toLeagueLabel(sportKey: string | undefined, title = ''): LeagueLabel {
  const key = sportKey ?? '';
  const flag = countries.find(([start]) => key.startsWith(start))?.[1];
  const short = flag === undefined ? title : (title.split(' - ')[0] ?? title);
  return { title: titles[key] ?? short, flag };
}
