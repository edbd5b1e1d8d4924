import { clubOf } from '#client/clubs.ts';
import { badgeDrawing, badgeOutline } from '#domain/clubs/badge-drawing.ts';
import { classes } from './classes.ts';

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
  const { shapes, letters } = badgeDrawing(club, { small, code });
  const length = `${size / 16}rem`;
  return (
    <svg
      viewBox="0 0 40 40"
      {...(alone ? { role: 'img', 'aria-label': team } : { 'aria-hidden': true })}
      style={{ inlineSize: length, blockSize: length }}
      className={classes('shrink-0', club.round ? 'badge-round' : 'badge-shield')}
    >
      <rect width="40" height="40" fill={club.colours[0]} />
      {shapes.map(({ path, fill = 'none', stroke, width }) => (
        <path key={path} d={path} fill={fill} stroke={stroke} strokeWidth={width} />
      ))}
      {letters && (
        <text
          x="20"
          y={letters.y}
          textAnchor="middle"
          fontSize={letters.size}
          fill={letters.fill}
          className="font-narrow font-bold"
        >
          {letters.code}
        </text>
      )}
      <path
        d={badgeOutline(club)}
        fill="none"
        strokeWidth={small ? 2 : 1.3}
        className="stroke-badge-line"
      />
    </svg>
  );
}

/** Both clubs of a game, the second a little over the first. */
export function BadgePair({ home, away, size = 28 }: Teams & { size?: 24 | 28 }) {
  return (
    // Cut shapes lie above the area of a card's link: a tap goes through them.
    <span aria-hidden="true" className="pointer-events-none flex shrink-0 items-center">
      <Badge team={home} size={size} />
      <span className="-ms-[5px]">
        <Badge team={away} size={size} />
      </span>
    </span>
  );
}

type Teams = { home: string; away: string };
