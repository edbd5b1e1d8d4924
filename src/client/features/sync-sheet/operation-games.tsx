import type { ReactNode } from 'react';
import { useOwnTipLegs } from '../outbox/operation-texts.tsx';
import { BadgePair } from '#client/ui/member/badge.tsx';
import { countText } from '#client/ui/formats.ts';
import { GameName } from '#client/ui/text.tsx';
import { parseGameName } from '#domain/fixture.ts';
import { payloadOfKind } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';

/** The maximum number of badges beside the name of a game. */
const maxBadges = 3;

/** The club badges of an operation's games; for a posted tip also its first game's name. */
export function OperationGames({ row }: { row: OperationRow }): ReactNode {
  const tip = payloadOfKind(row, 'tip.post');
  const { tipId = '' } =
    payloadOfKind(row, 'tip.book') ??
    payloadOfKind(row, 'tip.withdraw') ??
    payloadOfKind(row, 'text.erase') ??
    {};
  const games = useOwnTipLegs(tip?.id ?? tipId).map(({ game }) => game);
  const [first] = games;
  if (first === undefined) return undefined;
  const pairs = games.flatMap((game) => parseGameName(game) ?? []).slice(0, maxBadges);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-dim">
      {pairs.map((teams, index) => (
        <BadgePair key={index} {...teams} size={24} />
      ))}
      {tip && (
        <span className="min-w-0">
          <GameName game={first} />
          {games.length > 1 && ` + ${countText(games.length - 1)}`}
        </span>
      )}
    </div>
  );
}
