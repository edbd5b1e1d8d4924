import { ClosesIn } from '#client/ui/tip/kick-off.tsx';
import { fixtureStatusWords } from '#client/ui/fixture/status-words.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { hasStarted } from '#domain/fixture.ts';

/** Whether a fixture can still be picked: it is going ahead and has not kicked off. */
export function isOpen({ status, kickOff }: Pick<Fixture, 'status' | 'kickOff'>, now: Date) {
  return status === 'scheduled' && !hasStarted(new Date(kickOff), now);
}

type FixtureStatusProps = {
  status: Fixture['status'];
  kickOff: string | Date;
  now: Date;
};

/** "closes in 1 h 52 min", or the reason why the game is closed. */
export function FixtureStatus({ status, kickOff, now }: FixtureStatusProps) {
  if (status === 'scheduled') return <ClosesIn kickOff={kickOff} now={now} />;
  return <span className="font-semibold text-dim">{fixtureStatusWords(status)}</span>;
}
