import { TimeToKickOff } from '#client/ui/tip/kick-off.tsx';
import { fixtureStatusText } from '#client/ui/fixture/fixture-status-text.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { hasStarted } from '#domain/fixture.ts';

/** True if a fixture can be picked: it is scheduled and has not kicked off. */
export function canBePicked({ status, kickOff }: Pick<Fixture, 'status' | 'kickOff'>, now: Date) {
  return status === 'scheduled' && !hasStarted(new Date(kickOff), now);
}

type FixtureStatusTextProps = {
  status: Fixture['status'];
  kickOff: string | Date;
  now: Date;
};

/** The text "closes in 1 h 52 min", or the reason why the game is closed. */
export function FixtureStatusText({ status, kickOff, now }: FixtureStatusTextProps) {
  if (status === 'scheduled') return <TimeToKickOff kickOff={kickOff} now={now} />;
  return <span className="font-semibold text-dim">{fixtureStatusText(status)}</span>;
}
