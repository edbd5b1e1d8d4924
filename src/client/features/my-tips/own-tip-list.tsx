import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import {
  useEffect,
  useState,
  type ComponentProps,
  type ComponentType,
  type MemoExoticComponent,
  type ReactNode,
} from 'react';
import { useHistoryEntryState } from '#client/startup/scroll-restoration.ts';
import {
  useOwnRowsLoaded,
  useOwnTip,
  useOwnTips,
  useOwnTipsFetchedAt,
} from '#client/data/tips/own-tip-queries.ts';
import { useTip } from '#client/data/tips/public-tip-queries.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { isolateForeignText, momentText } from '#client/ui/formats.ts';
import { LazyContent, createLazyComponent } from '#client/ui/lazy-content.tsx';
import { LoadMore, WindowedList } from '#client/ui/list/windowed-list.tsx';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { AgeNotice, FetchFailedNotice, Loading } from '#client/ui/notice.tsx';
import { useOffline } from '#client/ui/offline.ts';
import type { LabelledFigure } from '#client/ui/tip/labelled-figures.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { ExplainedTotal } from '#client/ui/tip/tip-card-footer.tsx';
import { waitUntilIdle } from '#client/startup/first-screen.ts';
import type { Tip } from '#contract/tips.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';

// Most tips never need this code, so it loads with the first tip that needs it.
const TipSyncNotice = createLazyComponent(() => import('./tip-sync-notice.tsx'), 'TipSyncNotice');
const DuplicateTipNote = createLazyComponent(
  () => import('./duplicate-tip-note.tsx'),
  'DuplicateTipNote',
);

const firstPageSize = 20;
const nextPageSize = 100;

type DetailsComponent = ComponentType<{ tip: OptimisticTip; now: Date; onClose: () => void }>;

type OwnTipListProps = {
  booked: boolean;
  /** The id of the tip that is opened at first. */
  ticket: string | undefined;
  label: string;
  waiting: string;
  /** The empty state, and in `more` the label of the button for more tips. */
  none: ReactNode;
  more: string;
  /** A memoised component, so that a change of the list does not render all cards again. */
  card: MemoExoticComponent<ComponentType<OwnTipProps>>;
  details: DetailsComponent;
  /** True for tips whose card may have the main action; only the first such card gets it. */
  canHaveMainAction?: (tip: OptimisticTip, now: Date) => boolean;
};

/** The member's saved or booked tips, the newest first; one may be open in a dialog. */
export function OwnTipList(props: OwnTipListProps) {
  const {
    booked,
    ticket,
    label,
    waiting,
    none,
    more,
    card: Card,
    details,
    canHaveMainAction,
  } = props;
  const now = useServerNow(30_000);
  const [limit, setLimit] = useHistoryEntryState(booked ? 'booked' : 'saved', () => firstPageSize);
  // One tip more than is shown, to detect a next page.
  const tips = useOwnTips({ booked, limit: limit + 1 });
  const fetchedAt = useOwnTipsFetchedAt();
  const [openId, setOpenId] = useState(ticket);
  const close = () => setOpenId(undefined);
  const lead = canHaveMainAction && tips?.find((tip) => canHaveMainAction(tip, now))?.id;

  // Loaded in advance for offline use, because there may be no service worker that caches the code.
  useEffect(() => void waitUntilIdle().then(preloadTipSyncNotice), []);

  if (tips === undefined) return <Loading label={waiting} />;
  if (tips.length === 0) return <LoadedContent waiting={waiting}>{none}</LoadedContent>;
  return (
    <div>
      <OwnTipsAge fetchedAt={fetchedAt} />
      <div className="phone-bleed">
        <WindowedList
          label={label}
          items={tips.slice(0, limit)}
          keyOf={({ id }) => id}
          estimate={320}
          columns
        >
          {(tip) => <Card tip={tip} now={now} hasMainAction={tip.id === lead} onOpen={setOpenId} />}
        </WindowedList>
      </div>
      <LoadMore hasMore={tips.length > limit} onLoad={() => setLimit(limit + nextPageSize)}>
        {more}
      </LoadMore>
      {openId !== undefined && (
        <LazyContent onMissing={close}>
          <OpenTipDialog id={openId} now={now} details={details} onClose={close} />
        </LazyContent>
      )}
    </div>
  );
}

/** The age of the tickets, shown if they could not be refreshed. */
function OwnTipsAge({ fetchedAt }: { fetchedAt: number | undefined }) {
  const isOffline = useOffline();
  return (
    <AgeNotice isShown={isOffline && fetchedAt !== undefined} fetchedAt={fetchedAt}>
      <Trans>News of your tickets comes when you are online.</Trans>
    </AgeNotice>
  );
}

async function preloadTipSyncNotice(): Promise<void> {
  await import('./tip-sync-notice.tsx').catch(() => undefined);
}

type OpenTipDialogProps = { id: string; now: Date; details: DetailsComponent; onClose: () => void };

/** Reads the tip again, so that the open dialog shows later changes. */
function OpenTipDialog({ id, now, details: Details, onClose }: OpenTipDialogProps) {
  const tip = useOwnTip(id);
  return tip && <Details tip={tip} now={now} onClose={onClose} />;
}

type LoadedContentProps = { waiting: string; children: ReactNode };

/** Renders the children if the own tips were ever loaded on this phone, else loads them. */
function LoadedContent({ waiting, children }: LoadedContentProps) {
  const loaded = useOwnRowsLoaded();
  if (loaded === undefined) return <Loading label={waiting} />;
  return loaded ? children : <FirstLoad waiting={waiting}>{children}</FirstLoad>;
}

function FirstLoad({ waiting, children }: LoadedContentProps) {
  const { state, retry } = useRefresh('own');
  if (state === 'fresh') return children;
  if (state === 'waiting') return <Loading label={waiting} />;
  return (
    <FetchFailedNotice onRetry={retry}>{t`Your tickets could not be fetched.`}</FetchFailedNotice>
  );
}

/** Props of a card in a list of own tips. */
export type OwnTipProps = {
  tip: OptimisticTip;
  now: Date;
  /** True if this card has the main action of the page. */
  hasMainAction: boolean;
  onOpen: (id: string) => void;
};

type OwnTipCardProps = OwnTipProps &
  Pick<ComponentProps<typeof TipCard>, 'tag' | 'actions' | 'reasons'> & {
    /** Figures beside the odds; without figures, the card shows the outcome. */
    figures: readonly LabelledFigure[] | undefined;
    /** A line above the other notices of the card. */
    note?: ReactNode;
  };

/** An own tip; a tap anywhere on the card opens it. */
export function OwnTipCard(props: OwnTipCardProps) {
  const { tip, now, onOpen, figures, note, hasMainAction: _, ...rest } = props;
  // Only a backend without versions may have stored a tip twice.
  const mayBeTwice = tip.version === 0 && !tip.device;
  const { copiedFrom, device } = tip;
  const hasNotice = [note, copiedFrom, device].some((one) => one !== undefined) || mayBeTwice;
  return (
    <div className="relative">
      <TipCard
        {...rest}
        tip={tip}
        now={now}
        withdrawing={tip.device?.withdrawalId !== undefined}
        title={<TipOpener tip={tip} onOpen={() => onOpen(tip.id)} />}
        {...(figures && {
          figures: [{ label: t`Odds`, value: <ExplainedTotal tip={tip} /> }, ...figures],
        })}
      >
        {hasNotice ? (
          <div className="grid gap-2">
            {note}
            {copiedFrom !== undefined && <CopiedNote original={copiedFrom} />}
            {mayBeTwice && (
              <LazyContent instead={null}>
                <DuplicateTipNote tip={tip} />
              </LazyContent>
            )}
            {tip.device && (
              <LazyContent>
                <TipSyncNotice tip={tip} device={tip.device} />
              </LazyContent>
            )}
          </div>
        ) : undefined}
      </TipCard>
    </div>
  );
}

/** Names the tipster of the copied tip, if this device has the original. */
function CopiedNote({ original }: { original: string }) {
  const tip = useTip(original);
  const name = tip ? isolateForeignText(tipsterNameOf(tip)) : '';
  return <p className="text-sm text-dim">{name === '' ? t`Copied` : t`Copied from ${name}`}</p>;
}

/** The button that opens the tip: "3 games · Sat 21 Nov", with the day of the first game. */
function TipOpener({ tip, onOpen }: { tip: Tip; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="-my-2.5 min-h-11 text-start font-bold after:absolute after:inset-0"
    >
      <Plural value={tip.options.length} one="# game" other="# games" />
      {' · '}
      {momentText(tip.expiryTime, 'day')}
    </button>
  );
}
