import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { Icon } from '#client/ui/icon.tsx';
import { GameScore } from './game-score.tsx';

type GameLinkProps = {
  fixture: Pick<Fixture, 'id' | 'home' | 'away' | 'status' | 'score'>;
  /** Facts about the game. */
  children: ReactNode;
};

/** A game as a link to the correction of its result and tickets. */
export function GameLink({ fixture, children }: GameLinkProps) {
  return (
    <Link
      to="/admin/corrections"
      search={{ fixture: fixture.id }}
      className="chalk flex min-h-14 items-center gap-4 rounded-md bg-card px-4 py-2.5 hover:border-dim"
    >
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block font-narrow text-md font-bold">
          <GameScore fixture={fixture} />
        </span>
        <span className="text-sm text-dim">{children}</span>
      </span>
      <Icon name="next" />
    </Link>
  );
}
