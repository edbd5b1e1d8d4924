import { Plural, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import { classes } from '#client/ui/classes.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { useDurable } from '#client/ui/tag.tsx';

/** What a device says about itself and its queue, in one word. */
export type Chip = {
  kind:
    | 'up-to-date'
    | 'all-sent'
    | 'offline'
    | 'saved'
    | 'sending'
    | 'needs-you'
    | 'lost'
    | 'sign-in'
    | 'verify-email';
  count: number;
};

const looks: Record<Chip['kind'], { icon: IconName; tone: string }> = {
  'up-to-date': { icon: 'check', tone: 'text-dim' },
  'all-sent': { icon: 'check', tone: 'text-dim' },
  offline: { icon: 'offline', tone: 'bg-saved-ground text-saved' },
  saved: { icon: 'phone', tone: 'bg-saved-ground text-saved' },
  sending: { icon: 'send', tone: 'bg-waiting-ground text-waiting' },
  'needs-you': { icon: 'warning', tone: 'bg-lost-ground text-lost' },
  lost: { icon: 'warning', tone: 'bg-lost-ground text-lost' },
  'sign-in': { icon: 'account', tone: 'bg-saved-ground text-saved' },
  'verify-email': { icon: 'account', tone: 'bg-saved-ground text-saved' },
};

/**
 * The one chip on every screen; it opens the list of what is on this phone. An ended session leads
 * to the login instead, and from there back to where one is. With nothing to say it is a bare check,
 * and nothing at all for a visitor.
 */
export function StatusChip({ chip, visitor = false }: { chip: Chip; visitor?: boolean }) {
  const { href } = useLocation();
  const { icon, tone } = looks[chip.kind];
  const bare = chip.kind === 'up-to-date' || chip.kind === 'all-sent';
  const place =
    chip.kind === 'sign-in'
      ? ({ to: '/account/login', search: { returnUrl: href } } as const)
      : ({ to: '/sync' } as const);
  return (
    // Around the link: a status within it would leave the link without a name.
    <div role="status" className="min-w-0">
      {!(bare && visitor) && (
        <Link {...place} className="inline-flex min-h-11 min-w-11 items-center justify-center">
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
        </Link>
      )}
    </div>
  );
}

function ChipWords({ chip: { kind, count } }: { chip: Chip }) {
  const { t } = useLingui();
  const kept = useDurable();
  switch (kind) {
    case 'up-to-date':
      return t`Up to date`;
    case 'all-sent':
      return t`All sent`;
    case 'offline':
      if (count === 0) return t`Offline`;
      return kept ? t`Offline · ${count} saved` : t`Offline · ${count} not sent`;
    case 'saved':
      return kept ? t`${count} saved` : t`${count} not sent`;
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
