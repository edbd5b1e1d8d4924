import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { hasStarted } from '#domain/fixture.ts';
import type { StartedLegPolicy } from '#domain/slip.ts';
import { Button } from '../button.tsx';
import { durationText } from '../formats.ts';
import { Notice } from '../notice.tsx';
import { useTask } from '../use-task.ts';
import { isKickOffSoon, useAnnounceKickOff } from './kick-off.tsx';

type KickOffDeadlineProps = {
  kickOffs: readonly string[];
  /** The current time by the server's clock, which decides whether a game has started. */
  now: Date;
  /** Policy for games that start before the tip arrives; absent if the backend decides this. */
  ifStarted: StartedLegPolicy | undefined;
  /** Called with another policy; absent once the tip was sent. */
  onChoice?: ((ifStarted: StartedLegPolicy) => Promise<unknown>) | undefined;
};

/**
 * The deadline of a tip that the server does not have yet: the remaining time, a warning in the
 * last 15 minutes, and the policy for games that start earlier.
 */
export function KickOffDeadline({ kickOffs, now, ifStarted, onChoice }: KickOffDeadlineProps) {
  const started = kickOffs.filter((kickOff) => hasStarted(new Date(kickOff), now)).length;
  const next = kickOffs
    .filter((kickOff) => !hasStarted(new Date(kickOff), now))
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))[0];
  const warns = started > 0 || (next !== undefined && isKickOffSoon(next, now));
  const clock = (
    <>
      {started > 0 && (
        <StartedGamesNote
          started={started}
          remaining={kickOffs.length - started}
          {...{ ifStarted }}
        />
      )}
      {next !== undefined && (
        <p className="text-sm">
          <TimeToNextKickOff
            kickOff={next}
            now={now}
            hurry={isKickOffSoon(next, now)}
            first={started === 0}
          />
        </p>
      )}
    </>
  );
  return (
    <div data-live className="mt-2 grid gap-1">
      {warns ? (
        <Notice tone="saved" role="note" title={<Trans>Not posted yet</Trans>}>
          {clock}
        </Notice>
      ) : (
        clock
      )}
      {ifStarted !== undefined && (kickOffs.length > 1 || started > 0) && (
        <StartedLegPolicyChoice ifStarted={ifStarted} {...(onChoice && { onChoice })} />
      )}
    </div>
  );
}

type TimeToNextKickOffProps = { kickOff: string; now: Date; hurry: boolean; first: boolean };

function TimeToNextKickOff({ kickOff, now, hurry, first }: TimeToNextKickOffProps) {
  const { t } = useLingui();
  const span = durationText(Date.parse(kickOff) - now.getTime());
  useAnnounceKickOff(new Date(kickOff), now, (span) =>
    first ? t`Hurry: first kick-off in ${span}` : t`Hurry: next kick-off in ${span}`,
  );
  if (first) {
    return hurry ? (
      <Trans>Hurry: first kick-off in {span}</Trans>
    ) : (
      <Trans>First kick-off in {span}</Trans>
    );
  }
  return hurry ? (
    <Trans>Hurry: next kick-off in {span}</Trans>
  ) : (
    <Trans>Next kick-off in {span}</Trans>
  );
}

/** Explains the effect of the policy after a game has started. */
function StartedGamesNote({
  started,
  remaining,
  ifStarted,
}: {
  started: number;
  remaining: number;
  ifStarted: StartedLegPolicy | undefined;
}) {
  return (
    <p>
      <Plural value={started} one="# game has kicked off." other="# games have kicked off." />{' '}
      {ifStarted === undefined ? undefined : remaining === 0 ? (
        <Trans>The tip will come back to you.</Trans>
      ) : ifStarted === 'drop' ? (
        <Trans>The others are posted when you are online.</Trans>
      ) : (
        <Trans>All or nothing: the tip will come back to you.</Trans>
      )}
    </p>
  );
}

type StartedLegPolicyChoiceProps = {
  ifStarted: StartedLegPolicy;
  onChoice?: KickOffDeadlineProps['onChoice'];
};

function StartedLegPolicyChoice({ ifStarted, onChoice }: StartedLegPolicyChoiceProps) {
  const { t } = useLingui();
  const id = useId();
  const { busy, run } = useTask();
  const other = ifStarted === 'drop' ? 'refuse' : 'drop';
  const words = { drop: t`Drop started games`, refuse: t`All or nothing` };
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-dim">
      <p id={id}>
        <Trans>
          If a game has kicked off: <strong className="text-ink">{words[ifStarted]}</strong>
        </Trans>
      </p>
      {onChoice && (
        <Button
          look="quiet"
          className="-ms-4 text-sm"
          busy={busy}
          aria-describedby={id}
          onClick={() => run(() => onChoice(other))}
        >
          {other === 'drop' ? (
            <Trans>Change to: Drop started games</Trans>
          ) : (
            <Trans>Change to: All or nothing</Trans>
          )}
        </Button>
      )}
    </div>
  );
}
