import { clubOf } from '#client/clubs.ts';
import type { Club } from '#domain/clubs/club.ts';
import { classes } from './classes.ts';
import { letterColour, luminance } from '#domain/clubs/paint.ts';

type BadgeProps = {
  /** The team as its feed names it. */
  team: string;
  /** In pixels of a usual phone; it grows with the letters. */
  size?: 20 | 24 | 26 | 28 | 40 | 52 | 64;
  /** Shows the code on a small badge, where no name stands beside it. */
  code?: boolean;
  /** Where no name stands beside it, it says the name itself. */
  alone?: boolean;
};

/** A club as a drawn badge: its two colours, its pattern, and its code where there is room. */
export function Badge({ team, size = 20, code = false, alone = false }: BadgeProps) {
  const club = clubOf(team);
  const small = size < 26;
  const length = `${size / 16}rem`;
  return (
    <svg
      viewBox="0 0 40 40"
      {...(alone ? { role: 'img', 'aria-label': team } : { 'aria-hidden': true })}
      style={{ inlineSize: length, blockSize: length }}
      className={classes('shrink-0', club.round ? 'badge-round' : 'badge-shield')}
    >
      <rect width="40" height="40" fill={club.colours[0]} />
      {club.pattern === 'plain' ? (
        <PlainField club={club} small={small} code={code} />
      ) : (
        <PatternedField club={club} small={small} code={code} />
      )}
      <Outline round={club.round} width={small ? 2 : 1.3} />
    </svg>
  );
}

/** Both clubs of a game, the second a little over the first. */
export function BadgePair({ home, away, size = 28 }: Teams & { size?: 24 | 28 }) {
  return (
    <span aria-hidden="true" className="flex shrink-0 items-center">
      <Badge team={home} size={size} />
      <span className="-ms-[5px]">
        <Badge team={away} size={size} />
      </span>
    </span>
  );
}

type Teams = { home: string; away: string };

const shield = 'M4.5 3.5H35.5V20C35.5 29 28.5 34.3 20 38C11.5 34.3 4.5 29 4.5 20Z';

function Outline({ round, width }: { round: boolean; width: number }) {
  const line = { fill: 'none', strokeWidth: width, className: 'stroke-badge-line' };
  return round ? <circle cx="20" cy="20" r="17" {...line} /> : <path d={shield} {...line} />;
}

type FieldProps = { club: Club; small: boolean; code: boolean };

/** A line in the second colour along the edge: thick where it stands for the code. */
function PlainField({ club, small, code }: FieldProps) {
  const [first, second] = club.colours;
  const thick = small && !code;
  const keyline = { fill: 'none', stroke: second, strokeWidth: thick ? 3.2 : 1.6 };
  const inner = thick
    ? 'M9.4 8.4H30.6V20C30.6 25.6 26.3 29.4 20 32.2C13.7 29.4 9.4 25.6 9.4 20Z'
    : 'M7.6 6.6H32.4V20C32.4 27.2 26.8 31.6 20 34.7C13.2 31.6 7.6 27.2 7.6 20Z';
  return (
    <>
      {!(small && code) &&
        (club.round ? (
          <circle cx="20" cy="20" r={thick ? 12 : 14.2} {...keyline} />
        ) : (
          <path d={inner} {...keyline} />
        ))}
      {!thick && (
        <Letters
          code={club.code}
          size={small ? 16.5 : 13.4}
          y={(club.round ? 24.6 : 22.6) + (small ? 1 : 0)}
          fill={letterColour(first, second)}
        />
      )}
    </>
  );
}

/** A pattern with the code above it on a shield, across its middle on a roundel. */
function PatternedField({ club, small, code }: FieldProps) {
  const [first, second] = club.colours;
  const dark = luminance(first) <= luminance(second) ? first : second;
  const light = dark === first ? second : first;
  const lettered = !small || code;
  const [top, bottom] = club.round ? (small ? [11.5, 28.5] : [13, 27]) : [0, small ? 20.5 : 17];
  const chief = lettered && !club.round ? 17 : undefined;
  return (
    <>
      <path d={patternOf(club, chief)} fill={second} />
      {lettered && (
        <>
          <path d={`M0 ${top}H40V${bottom}H0Z`} fill={dark} />
          <path
            d={club.round ? `M0 ${top}H40M0 ${bottom}H40` : `M0 ${bottom}H40`}
            stroke={light}
            strokeWidth="1.2"
          />
          <Letters
            code={club.code}
            size={small ? 16.5 : 13.5}
            y={club.round ? (small ? 26 : 24.8) : bottom - (small ? 2.5 : 2)}
            fill={letterColour(dark, light)}
          />
        </>
      )}
    </>
  );
}

/** What is painted in the second colour; below the chief, where there is one. */
function patternOf({ pattern, bands }: Club, chief: number | undefined): string {
  switch (pattern) {
    case 'plain':
      return '';
    case 'halves':
      return 'M20 0H40V40H20Z';
    case 'sash':
      return chief === undefined ? 'M1 1L11 -3L40 23V35Z' : 'M1 15L11 11L40 37V49Z';
    case 'stripes': {
      const width = 31 / bands;
      return everySecond(bands, (band) => `M${4.5 + band * width} 0h${width}v40h-${width}Z`);
    }
    case 'hoops': {
      const [from, to] = chief === undefined ? [3, 38] : [chief, 39];
      const height = (to - from) / bands;
      return everySecond(bands, (band) => `M0 ${from + band * height}h40v${height}h-40Z`);
    }
  }
}

function everySecond(bands: number, draw: (band: number) => string): string {
  return Array.from({ length: bands }, (_, band) => (band % 2 === 1 ? draw(band) : '')).join('');
}

type LettersProps = { code: string; size: number; y: number; fill: string };

function Letters({ code, size, y, fill }: LettersProps) {
  return (
    <text
      x="20"
      y={y}
      textAnchor="middle"
      fontSize={/[WM]/.test(code) ? size - 1.2 : size}
      fill={fill}
      className="font-narrow font-bold"
    >
      {code}
    </text>
  );
}
