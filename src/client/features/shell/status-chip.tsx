import { Plural, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import { useState, type ComponentType } from 'react';
import { joinClasses } from '#client/ui/classes.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { LazyContent } from '#client/ui/lazy-content.tsx';
import { useIsSavingDurable } from '#client/ui/tag.tsx';
import type { ChipStatus } from '#sync/status.ts';

const looksByKind: Record<ChipStatus['kind'], { icon: IconName; tone: string }> = {
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

/** The sheet that the status chip opens, with the changes on this phone. */
export type SheetComponent = ComponentType<{ onClose: () => void }>;

type StatusChipProps = { chip: ChipStatus; sheet: SheetComponent; visitor?: boolean };

/**
 * Opens the list of changes on this phone; after the session has ended, links to the login. Without
 * anything to report, the chip is a check mark, which visitors do not see.
 */
export function StatusChip({ chip, sheet: Sheet, visitor = false }: StatusChipProps) {
  const { href, pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState<string>();
  const close = () => setOpenedAt(undefined);
  // A link in the sheet opens another page, which closes the sheet.
  const open = openedAt === href;
  const position =
    chip.kind === 'sign-in'
      ? ({ to: '/account/login', search: { returnUrl: href } } as const)
      : ({ to: '/sync' } as const);
  const leads = chip.kind === 'sign-in' || pathname === '/sync';
  const shown = !(isIconOnly(chip) && visitor);
  const content = <ChipContent chip={chip} />;
  return (
    <>
      {/* The status is outside of the button, because inside it would remove the button's name. */}
      <div role="status" data-as-of className="min-w-0">
        {shown && leads && (
          <Link {...position} className={tapTargetClasses}>
            {content}
          </Link>
        )}
        {shown && !leads && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpenedAt(href)}
            className={tapTargetClasses}
          >
            {content}
          </button>
        )}
      </div>
      {open && (
        <LazyContent onMissing={close}>
          <Sheet onClose={close} />
        </LazyContent>
      )}
    </>
  );
}

const tapTargetClasses = 'inline-flex min-h-11 min-w-11 items-center justify-center';

function isIconOnly({ kind }: ChipStatus): boolean {
  return kind === 'up-to-date' || kind === 'all-sent';
}

function ChipContent({ chip }: { chip: ChipStatus }) {
  const { icon, tone } = looksByKind[chip.kind];
  const bare = isIconOnly(chip);
  return (
    <span
      className={joinClasses(
        'inline-flex min-h-8 items-center gap-1.5 rounded-full text-[min(0.8125rem,4vw)] leading-tight font-medium md:whitespace-nowrap',
        !bare && 'px-[min(0.625rem,2.5vw)]',
        tone,
      )}
    >
      <Icon name={icon} className="size-4" />
      <span className={bare ? 'sr-only' : undefined}>
        <ChipText chip={chip} />
      </span>
    </span>
  );
}

function ChipText({ chip: { kind, count } }: { chip: ChipStatus }) {
  const { t } = useLingui();
  const isDurable = useIsSavingDurable();
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
