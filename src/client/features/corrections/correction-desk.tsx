import { Trans, useLingui } from '@lingui/react/macro';
import type { DeskFixture } from '#contract/desk.ts';
import { type Desk, useDesk } from '#client/data/desk/desk.ts';
import { usePendingStates } from '#client/data/outbox/change-state.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { EmptyState, Loading, StoredContent } from '#client/ui/notice.tsx';
import { ChangeStateTag } from '#client/ui/tag.tsx';
import { fixtureSubject } from '#sync/outbox/subjects.ts';
import type { DisplayState } from '#sync/status.ts';
import {
  DifferingTicketsText,
  countTicketsDifferingFromResult,
} from '../desk/differing-tickets.tsx';
import { FixtureCorrection } from './fixture-correction.tsx';
import { GameLink } from '../desk/game-link.tsx';

/** All games whose confirmed tickets differ from their result, or one chosen game. */
export function CorrectionDesk({ fixtureId }: { fixtureId: string | undefined }) {
  const { t } = useLingui();
  const desk = useDesk();
  const refresh = useRefresh('desk');
  if (fixtureId !== undefined) {
    if (desk === undefined) return <Loading rows={1} label={t`Fetching games`} />;
    const known = desk?.fixtures.find(({ id }) => id === fixtureId);
    return (
      <div className="grid gap-4">
        <FixtureCorrection key={fixtureId} fixtureId={fixtureId} known={known} />
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <StoredContent
        value={desk}
        refresh={refresh}
        loading={<Loading rows={3} shape="row" label={t`Fetching games`} />}
        failed={t`The games could not be fetched.`}
        none={<NoCorrections />}
      >
        {(shown) => <CorrectionList desk={shown} />}
      </StoredContent>
    </div>
  );
}

function NoCorrections() {
  return (
    <EmptyState>
      <Trans>Every confirmed ticket agrees with the result of its games.</Trans>
    </EmptyState>
  );
}

function CorrectionList({ desk: { fixtures } }: { desk: Desk }) {
  const pending = usePendingStates('fixture.correct');
  const stateOf = ({ id }: DeskFixture) => pending?.get(fixtureSubject(id));
  // A correction that is not sent yet has not changed the server's tickets.
  const wrong = fixtures.filter(
    (fixture) => countTicketsDifferingFromResult(fixture) > 0 || stateOf(fixture) !== undefined,
  );
  if (wrong.length === 0) return <NoCorrections />;
  return (
    <ul className="grid gap-2">
      {wrong.map((fixture) => (
        <li key={fixture.id}>
          <GameLink fixture={fixture}>
            <CorrectionStatus fixture={fixture} state={stateOf(fixture)} />
          </GameLink>
        </li>
      ))}
    </ul>
  );
}

type CorrectionStatusProps = { fixture: DeskFixture; state: DisplayState | undefined };

/** The number of tickets to correct, or the state of a correction queued on this device. */
function CorrectionStatus({ fixture, state }: CorrectionStatusProps) {
  if (state === undefined) return <DifferingTicketsText fixture={fixture} />;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Trans>Correct tickets</Trans> <ChangeStateTag state={state} />
    </span>
  );
}
