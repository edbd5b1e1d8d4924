import { clubOf } from '#client/clubs.ts';
import { drawClubBadge, badgeOutline } from '#domain/clubs/badge-drawing.ts';
import { joinClasses } from '../classes.ts';

type BadgeProps = {
  /** The team's name as in the feed. */
  team: string;
  /** In pixels at a font size of 16 px; grows with the font size. */
  size?: 20 | 24 | 26 | 28 | 40 | 52 | 64;
};

/** A club's drawn badge: two colours, a pattern, and the club's code if there is space. */
export function Badge({ team, size = 20 }: BadgeProps) {
  const club = clubOf(team);
  const small = size < 26;
  const { shapes, letters } = drawClubBadge(club, small);
  const length = `${size / 16}rem`;
  return (
    <svg
      viewBox="0 0 40 40"
      aria-hidden="true"
      style={{ inlineSize: length, blockSize: length }}
      className={joinClasses('shrink-0', club.round ? 'badge-round' : 'badge-shield')}
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

/** The badges of a game's clubs; the second one overlaps the first a little. */
export function BadgePair({ home, away, size = 28 }: Teams & { size?: 24 | 28 }) {
  return (
    // The badges may lie above the link of a card, so taps must pass through them.
    <span aria-hidden="true" className="pointer-events-none flex shrink-0 items-center">
      <Badge team={home} size={size} />
      <span className="-ms-[5px]">
        <Badge team={away} size={size} />
      </span>
    </span>
  );
}

type Teams = { home: string; away: string };
