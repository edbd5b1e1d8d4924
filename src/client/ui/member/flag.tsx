import type { ReactNode } from 'react';
import type { FlagCode } from '#domain/clubs/leagues.ts';

const drawHorizontalStripes = (top: string, middle: string, bottom: string) => (
  <>
    <path fill={top} d="M0 0h18v4H0z" />
    <path fill={middle} d="M0 4h18v4H0z" />
    <path fill={bottom} d="M0 8h18v4H0z" />
  </>
);

const drawVerticalStripes = (first: string, middle: string, last: string) => (
  <>
    <path fill={first} d="M0 0h6v12H0z" />
    <path fill={middle} d="M6 0h6v12H6z" />
    <path fill={last} d="M12 0h6v12h-6z" />
  </>
);

const flags: Record<FlagCode, ReactNode> = {
  ger: drawHorizontalStripes('#000000', '#dd0000', '#ffce00'),
  ned: drawHorizontalStripes('#ae1c28', '#ffffff', '#21468b'),
  ita: drawVerticalStripes('#009246', '#ffffff', '#ce2b37'),
  fra: drawVerticalStripes('#0055a4', '#ffffff', '#ef4135'),
  eng: (
    <>
      <path fill="#ffffff" d="M0 0h18v12H0z" />
      <path fill="#ce1124" d="M7.5 0h3v12h-3zM0 4.5h18v3H0z" />
    </>
  ),
  esp: (
    <>
      <path fill="#c60b1e" d="M0 0h18v12H0z" />
      <path fill="#ffc400" d="M0 3h18v6H0z" />
    </>
  ),
  por: (
    <>
      <path fill="#006600" d="M0 0h7v12H0z" />
      <path fill="#ff0000" d="M7 0h11v12H7z" />
      <circle cx="7" cy="6" r="2.6" fill="#ffff00" />
    </>
  ),
  tur: (
    <>
      <path fill="#e30a17" d="M0 0h18v12H0z" />
      <circle cx="7" cy="6" r="3.2" fill="#ffffff" />
      <circle cx="8" cy="6" r="2.5" fill="#e30a17" />
      <circle cx="11.4" cy="6" r="1" fill="#ffffff" />
    </>
  ),
};

/** The flag of a league's country, decorative; nothing for an unknown code. */
export function Flag({ code }: { code: FlagCode | undefined }) {
  if (code === undefined) return undefined;
  return (
    <svg
      viewBox="0 0 18 12"
      aria-hidden="true"
      className="h-3 w-[1.125rem] shrink-0 rounded-[2.5px] outline outline-badge-line"
    >
      {flags[code]}
    </svg>
  );
}
