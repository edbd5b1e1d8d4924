import { useState } from 'react';
import { classes } from './classes.ts';

type FaceProps = {
  /** The name as it stands beside the face; the picture itself is decoration. */
  name: string;
  picture?: string | null | undefined;
  /** In pixels of a usual phone; it grows with the letters. */
  size?: 34 | 38 | 40 | 56 | 64 | 76;
};

/** A person's picture, or their initials on a colour of their own. */
export function Face({ name, picture, size = 40 }: FaceProps) {
  const [failed, setFailed] = useState<string>();
  const length = `${size / 16}rem`;
  const box = { inlineSize: length, blockSize: length };
  if (picture && picture !== failed) {
    return (
      <img
        src={picture}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        onError={() => setFailed(picture)}
        style={box}
        className="shrink-0 rounded-full bg-sunk object-cover"
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      style={{ ...box, fontSize: `${size / 40}rem`, backgroundColor: colourOf(name) }}
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-full',
        'font-narrow leading-none font-bold text-on-pitch forced-colors:border',
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

const colours = [
  '#3d5f8a',
  '#8a4560',
  '#4d6b34',
  '#8a5525',
  '#5d4c91',
  '#246a70',
  '#74563f',
  '#8c3f3f',
];

/** The same for a name on every screen and every phone. */
function colourOf(name: string): string | undefined {
  let sum = 0;
  for (const letter of name.trim()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return colours[sum % colours.length];
}

/** The first letters of the first and the last word; a name mark ("#K7B") is no word. */
function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => !word.startsWith('#'));
  // The first letter, not the first code unit: names come in every script.
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const initials = letters.map((word) => [...(word ?? '')][0] ?? '').join('');
  return initials === '' ? '–' : initials.toLocaleUpperCase();
}
