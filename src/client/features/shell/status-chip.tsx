import { Plural, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import { useState, type ComponentType } from 'react';
import { classes } from '#client/ui/classes.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { LazyPart } from '#client/ui/lazy-part.tsx';
import { useDurable } from '#client/ui/tag.tsx';
import type { Chip } from '#sync/status.ts';

const looks: Record<Chip['kind'], { icon: IconName; tone: string }> = {
  'up-to-date': { icon: 'check', tone: 'opacity-80' },
  'all-sent': { icon: 'check', tone: 'opacity-80' },
  offline: { icon: 'offline', tone: 'bg-saved-ground text-saved' },
  saved: { icon: 'phone', tone: 'bg-saved-ground text-saved' },
  sending: { icon: 'send', tone: 'bg-waiting-ground text-waiting' },
  'needs-you': { icon: 'warning', tone: 'bg-lost-ground text-lost' },
  lost: { icon: 'warning', tone: 'bg-lost-ground text-lost' },
  'sign-in': { icon: 'account', tone: 'bg-saved-ground text-saved' },
  'verify-email': { icon: 'account', tone: 'bg-saved-ground text-saved' },
};

/** The sheet that the chip opens: the changes on this phone. */
export type Sheet = ComponentType<{ onClose: () => void }>;

type StatusChipProps = { chip: Chip; sheet: Sheet; visitor?: boolean };

/**
 * The status chip of every screen; it opens the list of changes on this phone as a sheet. After the
 * session has ended it leads to the login and back instead. Without anything to report it is a
 * check mark, and absent for a visitor.
 */
export function StatusChip({ chip, sheet: Sheet, visitor = false }: StatusChipProps) {
  const { href, pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState<string>();
  const close = () => setOpenedAt(undefined);
  // A link in the sheet leads to another page and closes it.
  const open = openedAt === href;
  const position =
    chip.kind === 'sign-in'
      ? ({ to: '/account/login', search: { returnUrl: href } } as const)
      : ({ to: '/sync' } as const);
  const leads = chip.kind === 'sign-in' || pathname === '/sync';
  const shown = !(isBare(chip) && visitor);
  const content = <ChipContent chip={chip} />;
  return (
    <>
      {/* Around the control: a status role inside would leave the control without a name. */}
      <div role="status" data-as-of className="min-w-0">
        {shown && leads && (
          <Link {...position} className={target}>
            {content}
          </Link>
        )}
        {shown && !leads && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpenedAt(href)}
            className={target}
          >
            {content}
          </button>
        )}
      </div>
      {open && (
        <LazyPart onMissing={close}>
          <Sheet onClose={close} />
        </LazyPart>
      )}
    </>
  );
}

const target = 'inline-flex min-h-11 min-w-11 items-center justify-center';

function isBare({ kind }: Chip): boolean {
  return kind === 'up-to-date' || kind === 'all-sent';
}

function ChipContent({ chip }: { chip: Chip }) {
  const { icon, tone } = looks[chip.kind];
  const bare = isBare(chip);
  return (
    <span
      className={classes(
        'inline-flex min-h-8 items-center gap-1.5 rounded-full text-[min(0.8125rem,4vw)] leading-tight font-medium md:whitespace-nowrap',
        !bare && 'px-[min(0.625rem,2.5vw)]',
        tone,
      )}
    >
      <Icon name={icon} className="size-4" />
      <span className={bare ? 'sr-only' : undefined}>
        <ChipWords chip={chip} />
      </span>
    </span>
  );
}

function ChipWords({ chip: { kind, count } }: { chip: Chip }) {
  const { t } = useLingui();
  const isDurable = useDurable();
  switch (kind) {
    case 'up-to-date':
      return t`Up to date`;
    case 'all-sent':
      return t`All sent`;
    case 'offline':
      if (count === 0) return t`Offline`;
      return isDurable ? t`Offline · ${count} saved` : t`Offline · ${count} not sent`;
    case 'saved':
      return isDurable ? t`${count} saved` : t`${count} not sent`;
    case 'sending':
      return t`Sending ${count}`;
    case 'needs-you':
      return <Plural value={count} one="# problem" other="# problems" />;
    case 'lost':
      return <Plural value={count} one="# change lost" other="# changes lost" />;
    case 'sign-in':
      return t`Log in`;
    case 'verify-email':
      return t`Verify your email`;
  }
}
