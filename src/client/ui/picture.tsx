import { classes } from './classes.ts';

type PictureProps = {
  name: { firstName: string; lastName: string };
  picture: string | null;
  size?: 'small' | 'large';
};

/** A person's picture, or their initials. The name stands beside it, so it is decoration. */
export function Picture({ name, picture, size = 'small' }: PictureProps) {
  const pixels = size === 'small' ? 48 : 72;
  const box = size === 'small' ? 'size-12 text-lg' : 'size-18 text-xl';
  if (picture) {
    return (
      <img
        src={picture}
        alt=""
        width={pixels}
        height={pixels}
        loading="lazy"
        className={classes('shrink-0 rounded-full bg-sunk object-cover', box)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-pitch font-narrow font-bold text-on-pitch',
        box,
      )}
    >
      {initials(name)}
    </span>
  );
}

function initials({ firstName, lastName }: PictureProps['name']): string {
  // The first letter, not the first code unit: names come in every script.
  const letters = [firstName, lastName].map((part) => [...part.trim()][0] ?? '').join('');
  return letters === '' ? '–' : letters.toLocaleUpperCase();
}
