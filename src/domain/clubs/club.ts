/** How a badge's field is parted between the club's two colours. */
export const clubPatterns = ['plain', 'halves', 'stripes', 'hoops', 'sash'] as const;
type ClubPattern = (typeof clubPatterns)[number];

/** What is drawn and written of a club. */
export type Club = {
  /** The name on a row, fourteen letters at most. */
  readonly short: string;
  /** Three letters or digits. */
  readonly code: string;
  /** Its two colours, as in "#DB0007". */
  readonly colours: readonly [first: string, second: string];
  readonly pattern: ClubPattern;
  /** How many stripes or hoops there are. */
  readonly bands: number;
  readonly round: boolean;
};

/** A club nobody has drawn: grey, with the first three letters of its name, which stays whole. */
export function unknownClub(team: string): Club {
  const letters = [...team.normalize('NFD').replaceAll(/[^\p{L}\p{N}]/gu, '')];
  return {
    short: team,
    code: letters.slice(0, 3).join('').toUpperCase(),
    colours: ['#6B7568', '#FFFFFF'],
    pattern: 'plain',
    bands: 5,
    round: false,
  };
}
