import { useState } from 'react';
import { avatarColour, initialsOf } from '#domain/avatar.ts';
import { joinClasses } from '../classes.ts';

type AvatarProps = {
  /** The person's name, which is next to the avatar; the picture itself is decorative. */
  name: string;
  picture?: string | null | undefined;
  /** In pixels at a font size of 16 px; grows with the font size. */
  size?: 34 | 38 | 40 | 56 | 64 | 76;
};

/** A person's picture, or their initials on a colour derived from the name. */
export function Avatar({ name, picture, size = 40 }: AvatarProps) {
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
      style={{ ...box, fontSize: `${size / 40}rem`, backgroundColor: avatarColour(name) }}
      className={joinClasses(
        'inline-flex shrink-0 items-center justify-center rounded-full',
        'font-narrow leading-none font-bold text-on-pitch forced-colors:border',
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
