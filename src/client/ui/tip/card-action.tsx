import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '../classes.ts';
import { Icon, type IconName } from '../icon.tsx';

type CardActionLook = {
  icon: IconName;
  /** Added to the accessible name, because a list has many buttons with the same text. */
  about?: string | undefined;
  /** True for the main action of a card: yellow, with the icon beside the text. */
  isMain?: boolean;
  children?: ReactNode;
};

type CardActionProps = Omit<ComponentProps<'button'>, 'children'> &
  CardActionLook & { busy?: boolean };

/** A button for a one-tap action in the footer of a tip card. */
export function CardAction(props: CardActionProps) {
  const {
    icon,
    about,
    isMain = false,
    busy = false,
    className,
    onClick,
    children,
    ...rest
  } = props;
  return (
    <button
      {...rest}
      type="button"
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={joinClasses(cardActionClasses(isMain), className)}
    >
      <ActionIcon icon={icon} isMain={isMain} />
      {children}
      <SubjectForScreenReader about={about} />
    </button>
  );
}

/** A link among the actions in the footer of a tip card. */
export const CardLink = createLink(
  ({
    icon,
    about,
    isMain = false,
    children,
    ...rest
  }: Omit<ComponentProps<'a'>, 'children'> & CardActionLook) => (
    <a {...rest} className={cardActionClasses(isMain)}>
      <ActionIcon icon={icon} isMain={isMain} />
      {children}
      <SubjectForScreenReader about={about} />
    </a>
  ),
);

/** Adds the subject to a button's accessible name. */
export function SubjectForScreenReader({ about }: Pick<CardActionLook, 'about'>) {
  return about !== undefined && <span className="sr-only">: {about}</span>;
}

function cardActionClasses(isMain: boolean): string {
  return joinClasses(
    'relative inline-flex min-h-11.5 min-w-11.5 items-center justify-center rounded-sm leading-tight aria-disabled:opacity-60',
    isMain
      ? 'ms-1 gap-1.5 bg-flag ps-3 pe-3.5 font-bold text-on-flag hover:brightness-95'
      : 'flex-col gap-[3px] px-1 text-xs font-medium hover:bg-sunk',
  );
}

function ActionIcon({ icon, isMain }: { icon: IconName; isMain: boolean }) {
  return <Icon name={icon} className={isMain ? 'size-[1.0625rem]' : 'size-[1.1875rem]'} />;
}
