import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import type { Tip } from '#contract/tips.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useFollowedTips } from '#client/data/tips/followed-tips.ts';
import { BadgePair } from '#client/ui/member/badge.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { dayAndTimeText, timeUntilText, momentText } from '#client/ui/formats.ts';
import { EmptyState, Loading, StoredContent } from '#client/ui/notice.tsx';
import { Section } from '#client/ui/page.tsx';
import { InPlayTag } from '#client/ui/tip/outcome.tsx';
import { TipTag } from '#client/ui/tip/tip-card.tsx';
import { TotalOdds } from '#client/ui/tip/tip-card-footer.tsx';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { useIsDesktop } from '#client/ui/use-desktop.ts';
import { hasStarted, parseGameName } from '#domain/fixture.ts';
import { ListAge } from './list-age.tsx';
import { sortUpcomingFirst } from '#domain/tip-order.ts';
import { HomeTips } from './home-tips.tsx';
import { ViewAllLink } from './view-all.tsx';

const maxPhoneRows = 5;
const maxDesktopCards = 4;

/** Tips of followed tipsters: rows on a phone, cards on a desktop. */
export function HomeFollowedTips() {
  const tips = useFollowedTips();
  const refresh = useRefresh({ what: 'followed-tips' });
  const desktop = useIsDesktop();
  const list = useStoredDocument(collections.followedTips);
  const now = useServerNow(30_000);
  const title = t`From people you follow`;
  return (
    <Section
      title={title}
      aside={<ViewAllLink to="/tips" words={t`View All tips`} text={t`See all`} />}
    >
      <StoredContent
        value={tips && sortUpcomingFirst(tips, now)}
        refresh={refresh}
        loading={
          <Loading
            shape={desktop ? 'tip' : 'row'}
            rows={maxPhoneRows}
            label={t`Fetching recent tips`}
          />
        }
        failed={!tips && t`The tips could not be fetched.`}
        none={
          <EmptyState action={<LinkButton to="/tipster">{t`All tipsters`}</LinkButton>}>
            {t`Follow tipsters, and their tips stand here.`}
          </EmptyState>
        }
      >
        {(tips) => (
          <>
            {desktop ? (
              <HomeTips label={title} tips={tips.slice(0, maxDesktopCards)} />
            ) : (
              <ul
                aria-label={title}
                className="phone-bleed card-border @container overflow-clip rounded-md bg-card"
              >
                {tips.slice(0, maxPhoneRows).map((tip) => (
                  <li key={tip.id} className="border-line not-first:border-t">
                    <FollowedTipRow tip={tip} now={now} />
                  </li>
                ))}
              </ul>
            )}
            <ListAge refresh={refresh} list={list}>
              {t`New tips come when you are online.`}
            </ListAge>
          </>
        )}
      </StoredContent>
    </Section>
  );
}

/** A tip as a row that links to the tip: tipster, games, odds and time. */
function FollowedTipRow({ tip, now }: { tip: Tip; now: Date }) {
  return (
    <Link
      to="/tip/$id"
      params={{ id: tip.id }}
      className="grid min-h-15 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2.5 px-3 py-2 hover:bg-sunk @max-[17.5rem]:grid-cols-[auto_minmax(0,1fr)]"
    >
      <Avatar name={tipsterNameOf(tip)} picture={tip.author?.picture} />
      <span className="grid min-w-0 gap-1">
        <span className="font-narrow text-md leading-tight font-bold">
          <bdi>{tipsterNameOf(tip)}</bdi>
        </span>
        <span className="flex flex-wrap gap-x-2 gap-y-1">
          {tip.options.map((leg) => {
            const teams = parseGameName(leg.game);
            return (
              teams && (
                <span key={leg.fixtureId}>
                  <BadgePair {...teams} size={24} />
                  <span className="sr-only">{`${teams.home} – ${teams.away}, `}</span>
                </span>
              )
            );
          })}
        </span>
      </span>
      <span className="grid justify-items-end gap-1 text-end text-xs text-dim @max-[17.5rem]:col-start-2 @max-[17.5rem]:justify-items-start @max-[17.5rem]:text-start [&_.text-xl]:text-lg [&_.text-xl]:text-ink">
        <TotalOdds tip={tip} />
        <TipStateText tip={tip} now={now} />
      </span>
    </Link>
  );
}

const hourMs = 3_600_000;

/** The time to the kick-off, "in play", or the outcome. */
function TipStateText({ tip, now }: { tip: Tip; now: Date }) {
  const start = new Date(tip.expiryTime);
  if (tip.outcome !== 'open') return <TipTag tip={tip} />;
  if (hasStarted(start, now)) return <InPlayTag />;
  const remainingMs = start.getTime() - now.getTime();
  if (remainingMs < hourMs)
    return (
      <span data-live className="font-medium text-saved">
        {timeUntilText(remainingMs)}
      </span>
    );
  const today = start.toDateString() === now.toDateString();
  return (
    <time dateTime={tip.expiryTime}>
      {today ? momentText(start, 'time') : dayAndTimeText(start, now)}
    </time>
  );
}
