import { t } from '@lingui/core/macro';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { useLeagueTitles } from '#client/data/fixtures.ts';
import { useUnreadFollowedTips } from '#client/data/tips/followed-tips.ts';
import { useTippedLeagues } from '#client/data/tips/public-tip-queries.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { Chips, RadioChip } from '#client/ui/chip.tsx';
import { Flag } from '#client/ui/member/flag.tsx';
import type { FeedSearch } from './feed-search.ts';
import { UnreadDot } from './feed-tips.tsx';

type FeedViewsProps = { view: FeedSearch['view']; onView: (view: FeedSearch['view']) => void };

/** Chips for the views: all tips, followed tipsters, in play, or one league. */
export function FeedViews({ view, onView }: FeedViewsProps) {
  const unread = useUnreadFollowedTips()?.count ?? 0;
  const leagues = useTippedLeagues() ?? [];
  const titles = useLeagueTitles();
  const known = view === undefined || view === 'following' || view === 'in-play';
  const shown = known || leagues.includes(view) ? leagues : [view, ...leagues];
  const chip = (one: FeedSearch['view']) => ({
    name: 'view',
    value: one ?? '',
    checked: one === view,
    onChoose: () => onView(one),
  });
  return (
    <Chips label={t`Which tips`} role="radiogroup">
      <RadioChip {...chip(undefined)}>{t`All`}</RadioChip>
      <TouchlineBackendOnly>
        <RadioChip {...chip('following')}>
          {t`Following`}
          {unread > 0 && view !== 'following' && <UnreadDot />}
        </RadioChip>
      </TouchlineBackendOnly>
      <RadioChip {...chip('in-play')}>{t`In play`}</RadioChip>
      {shown.map((sportKey) => {
        const { flag, title } = toLeagueLabel(sportKey, titles?.get(sportKey));
        return (
          <RadioChip key={sportKey} {...chip(sportKey)}>
            {flag && <Flag code={flag} />}
            <bdi>{title || sportKey}</bdi>
          </RadioChip>
        );
      })}
    </Chips>
  );
}
