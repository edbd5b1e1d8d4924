import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { teamShortName } from '#client/clubs.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { OpinionBar } from '#client/ui/fixture/opinion-bar.tsx';
import { percentText } from '#client/ui/formats.ts';
import { Ltr } from '#client/ui/text.tsx';
import { findLeadingPick } from '#domain/pick-counts.ts';

/** The most frequent of the picks 1, X and 2 in the tips on a game; empty without tips. */
export function FixtureOpinion({ fixture: { id, sportKey, home, away } }: { fixture: Fixture }) {
  useRefresh({ what: 'league-page', sportKey });
  const found = useStoredDocument(collections.leaguePage, sportKey)?.value.fixtures.find(
    (game) => game.id === id,
  );
  const opinion = found?.opinion;
  const lead = opinion && findLeadingPick(opinion);
  if (!lead) return undefined;
  const names = { home: teamShortName(home), draw: t`Draw`, away: teamShortName(away) };
  const all = opinion.home + opinion.draw + opinion.away;
  return (
    <div className="ms-auto w-54 text-sm">
      <p className="flex items-baseline justify-between gap-2">
        <span className="font-narrow text-md font-bold">
          <Ltr>{percentText(Math.round(100 * lead.share))}</Ltr> <bdi>{names[lead.sign]}</bdi>
        </span>
        <Plural value={found.tips} one="# tip" other="# tips" />
      </p>
      <div className="mt-1.5 mb-1">
        <OpinionBar opinion={opinion} />
      </div>
      <p className="figure flex justify-between">
        <OpinionShare option="1" share={opinion.home / all} />
        <OpinionShare option="X" share={opinion.draw / all} />
        <OpinionShare option="2" share={opinion.away / all} />
      </p>
    </div>
  );
}

function OpinionShare({ option, share }: { option: string; share: number }) {
  if (share === 0) return <span />;
  return (
    <Ltr>
      {option} {percentText(Math.round(100 * share))}
    </Ltr>
  );
}
