import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { joinClasses } from './classes.ts';

/** `primary` is the main action of a view, in yellow; `plain` is any other button. */
type ButtonLook = 'primary' | 'plain' | 'danger' | 'quiet';

const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-sm px-[min(1rem,5vw)] py-2 text-center font-semibold transition-colors duration-150';

const looks: Record<ButtonLook, string> = {
  primary: 'bg-flag text-on-flag border-[1.5px] border-flag hover:brightness-95',
  plain: 'bg-card text-ink control-border hover:bg-sunk',
  danger: 'bg-card text-lost border-[1.5px] border-lost hover:bg-lost-ground',
  quiet: 'text-ink underline underline-offset-4 hover:bg-sunk',
};

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook;
  /** True while a call runs: presses are ignored, and the button keeps the focus. */
  busy?: boolean | undefined;
};

export function Button({
  look = 'plain',
  busy = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={joinClasses(
        shape,
        looks[look],
        'disabled:opacity-60 aria-disabled:opacity-60',
        className,
      )}
    />
  );
}

function ButtonAnchor({
  look = 'plain',
  className,
  children,
  ...rest
}: ComponentProps<'a'> & { look?: ButtonLook }) {
  return (
    <a {...rest} className={joinClasses(shape, looks[look], className)}>
      {children}
    </a>
  );
}

/** A link to a page of the app that looks like a button. */
export const LinkButton = createLink(ButtonAnchor);

/** A link to another site in running text; opens a new tab. */
export function ExternalLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

/** An external link that looks like a button; opens a new tab. */
export function ExternalLinkButton(props: ComponentProps<'a'> & { look?: ButtonLook }) {
  return <ButtonAnchor {...props} target="_blank" rel="noreferrer noopener" />;
}
