/** Patterns that divide a badge between the club's two colours. */
export const clubPatterns = ['plain', 'halves', 'stripes', 'hoops', 'sash'] as const;
type ClubPattern = (typeof clubPatterns)[number];

/** The drawing and short names of a club. */
export type Club = {
  /** Name for list rows; at most 14 letters. */
  readonly short: string;
  /** Three letters or digits. */
  readonly code: string;
  /** Hexadecimal colours, as in "#DB0007". */
  readonly colours: readonly [first: string, second: string];
  readonly pattern: ClubPattern;
  /** Number of stripes or hoops. */
  readonly bands: number;
  readonly round: boolean;
};

/** Creates a grey badge for an unknown team; its code is the first three letters. */
export function createPlaceholderClub(team: string): Club {
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
