import { Plural, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import { classes } from '#client/ui/classes.ts';
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

const tones: Record<Chip['kind'], string> = {
  'up-to-date': 'bg-sunk text-dim',
  'all-sent': 'bg-sunk text-dim',
  offline: 'bg-saved-ground text-saved',
  saved: 'bg-saved-ground text-saved',
  sending: 'bg-waiting-ground text-waiting',
  'needs-you': 'bg-lost-ground text-lost',
  lost: 'bg-lost-ground text-lost',
  'sign-in': 'bg-saved-ground text-saved',
  'verify-email': 'bg-saved-ground text-saved',
};

/**
 * The one chip on every screen; it opens the list of what is on this phone. An ended session leads
 * to the login instead, and from there back to where one is.
 */
export function StatusChip({ chip }: { chip: Chip }) {
  const { href } = useLocation();
  const place =
    chip.kind === 'sign-in'
      ? ({ to: '/account/login', search: { returnUrl: href } } as const)
      : ({ to: '/sync' } as const);
  return (
    // Around the link: a status within it would leave the link without a name.
    <div role="status" className="min-w-0">
      <Link {...place} className="inline-flex min-h-11 items-center">
        <span
          className={classes(
            'rounded-full px-[min(0.75rem,3vw)] py-1.5 text-center text-[min(0.75rem,4vw)] leading-tight font-bold md:whitespace-nowrap',
            tones[chip.kind],
          )}
        >
          <ChipWords chip={chip} />
        </span>
      </Link>
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
      return t`Sending ${count}…`;
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
