import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode, RefObject } from 'react';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { joinClasses } from '#client/ui/classes.ts';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { FixtureClub } from '#client/ui/fixture/fixture-row.tsx';
import { fixtureStatusText } from '#client/ui/fixture/fixture-status-text.ts';
import { countText, momentText } from '#client/ui/formats.ts';
import { ChangeStateTag, Tag } from '#client/ui/tag.tsx';
import { type SettleGroup, countLegResults } from './settle-groups.ts';

type GameListProps = {
  groups: readonly (readonly [SettleGroup, readonly OptimisticFixture[]])[];
  now: Date;
  chosen: string | undefined;
  /** True while a search is active, which opens all groups. */
  searched: boolean;
  onChoose: (id: string) => void;
  /** The ref of the open game's row. */
  chosenRef: RefObject<HTMLButtonElement | null>;
};

/** The games of the desk, grouped by needed work; groups without work are collapsed. */
export function GameList(props: GameListProps) {
  const { groups, now, chosen, searched, onChoose, chosenRef } = props;
  return (
    <div className="grid grid-cols-1 gap-4">
      {groups.map(([group, fixtures]) => {
        const list = (
          <ul className="card-border @container relative overflow-clip rounded-md bg-card">
            {fixtures.map((fixture) => (
              <li key={fixture.id} className="border-line not-first:border-t">
                <GameRow
                  fixture={fixture}
                  group={group}
                  now={now}
                  chosen={fixture.id === chosen}
                  rowRef={fixture.id === chosen ? chosenRef : undefined}
                  onChoose={() => onChoose(fixture.id)}
                />
              </li>
            ))}
          </ul>
        );
        const count = countText(fixtures.length);
        if (group === 'toCome' || group === 'done') {
          return (
            <Disclosure
              key={group}
              open={searched}
              summary={<GroupTitle group={group} count={count} />}
            >
              {list}
            </Disclosure>
          );
        }
        return (
          <section key={group}>
            <h2 className="mb-2 text-md">
              <GroupTitle group={group} count={count} />
            </h2>
            {list}
          </section>
        );
      })}
    </div>
  );
}

function GroupTitle({ group, count }: { group: SettleGroup; count: string }) {
  const words: Record<SettleGroup, ReactNode> = {
    exceptions: <Trans>Exceptions {count}</Trans>,
    missing: <Trans>Without a result {count}</Trans>,
    ready: <Trans>Ready {count}</Trans>,
    toCome: <Trans>To come {count}</Trans>,
    done: <Trans>Done {count}</Trans>,
  };
  return words[group];
}

type GameRowProps = {
  fixture: OptimisticFixture;
  group: SettleGroup;
  now: Date;
  chosen: boolean;
  rowRef: RefObject<HTMLButtonElement | null> | undefined;
  onChoose: () => void;
};

function GameRow({ fixture, group, now, chosen, rowRef, onChoose }: GameRowProps) {
  const { home, away, kickOff, sportKey, score, device } = fixture;
  const league = toLeagueLabel(sportKey).title;
  return (
    <button
      ref={rowRef}
      type="button"
      aria-current={chosen || undefined}
      onClick={onChoose}
      className={joinClasses(
        'flex min-h-14 w-full scroll-my-40 flex-wrap items-center gap-x-3 gap-y-1 border-s-4 px-3 py-2 text-start',
        chosen ? 'border-s-ink bg-sunk' : 'border-s-transparent hover:bg-sunk',
      )}
    >
      <span className="min-w-16 shrink-0 text-xs text-dim">
        <time dateTime={kickOff} className="block">
          <span className="figure block text-sm font-bold text-ink">
            {momentText(kickOff, 'time')}
          </span>
          {!isToday(kickOff, now) && momentText(kickOff, 'day')}
        </time>
        {league !== '' && <bdi className="block">{league}</bdi>}
      </span>
      <span className="grid min-w-0 flex-1 basis-30 gap-[3px]">
        <FixtureClub team={home} />
        <FixtureClub team={away} />
      </span>
      {score && (
        <span className="figure grid gap-[3px] text-end text-base leading-[1.3] font-bold">
          <span>{countText(score.fullTime[0])}</span>
          <span>{countText(score.fullTime[1])}</span>
        </span>
      )}
      <span className="ms-auto">
        {device ? (
          <ChangeStateTag state={device.state} />
        ) : (
          <NeededWorkTag fixture={fixture} group={group} />
        )}
      </span>
    </button>
  );
}

function isToday(moment: string, now: Date): boolean {
  return new Date(moment).toDateString() === now.toDateString();
}

/** A tag that names the work that a game needs. */
function NeededWorkTag({ fixture, group }: Pick<GameRowProps, 'fixture' | 'group'>) {
  const { t } = useLingui();
  const { legs } = countLegResults(fixture);
  const { selections, status } = fixture;
  if (group === 'exceptions') {
    if (selections.some((one) => one.confirmedDiffering > 0)) {
      return <Tag tone="needs">{t`Corrected since`}</Tag>;
    }
    if (selections.some((one) => one.differing > 0)) {
      return <Tag tone="needs">{t`Decided otherwise`}</Tag>;
    }
    const words = status === 'played' ? '' : fixtureStatusText(status);
    return <Tag tone="needs">{words === '' ? t`You decide` : words}</Tag>;
  }
  if (group === 'missing') return <Tag tone="saved">{t`Result missing`}</Tag>;
  if (legs === 0) return <Tag tone="quiet">{t`Your own`}</Tag>;
  return (
    <Tag tone={group === 'ready' ? 'won' : 'quiet'}>
      <Plural value={legs} one="# ticket" other="# tickets" />
    </Tag>
  );
}
