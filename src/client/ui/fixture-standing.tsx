import { Trans } from '@lingui/react/macro';
import type { Fixture } from '#contract/fixtures.ts';
import { ClosesIn } from './closes-in.tsx';

type FixtureStandingProps = {
  status: Fixture['status'];
  kickOff: string | Date;
  now: Date;
};

/** "closes in 1 h 52 min", or why there is nothing to wait for. */
export function FixtureStanding({ status, kickOff, now }: FixtureStandingProps) {
  if (status === 'scheduled') return <ClosesIn kickOff={kickOff} now={now} />;
  return (
    <span className="font-semibold text-dim">
      <StatusWord status={status} />
    </span>
  );
}

function StatusWord({ status }: { status: Exclude<Fixture['status'], 'scheduled'> }) {
  switch (status) {
    case 'postponed':
      return <Trans>Postponed</Trans>;
    case 'abandoned':
      return <Trans>Abandoned</Trans>;
    case 'awarded':
      return <Trans>Awarded</Trans>;
    case 'cancelled':
      return <Trans>Cancelled</Trans>;
    case 'played':
      return <Trans>Played</Trans>;
  }
}
