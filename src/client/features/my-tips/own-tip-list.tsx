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
import { useEntryState } from '#client/startup/scroll-restoration.ts';
import {
  useOwnRowsLoaded,
  useOwnTip,
  useOwnTips,
  useOwnTipsFetchedAt,
} from '#client/data/tips/own-tip-queries.ts';
import { useTip } from '#client/data/tips/public-tip-queries.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { isolated, momentText } from '#client/ui/formats.ts';
import { LazyPart, lazyNamed } from '#client/ui/lazy-part.tsx';
import { LoadMore, WindowList } from '#client/ui/list/list.tsx';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { AgeNotice, Failed, Loading } from '#client/ui/notice.tsx';
import { useOffline } from '#client/ui/offline.ts';
import type { LabelledFigure } from '#client/ui/tip/ticket-stub.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { ExplainedTotal } from '#client/ui/tip/tip-stub.tsx';
import { untilIdle } from '#client/startup/first-screen.ts';
import type { Tip } from '#contract/tips.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';

// Code that most tips never need loads with the first that does.
const DeviceNotice = lazyNamed(() => import('./device-notice.tsx'), 'DeviceNotice');
const TwinNote = lazyNamed(() => import('./twin-note.tsx'), 'TwinNote');

const firstPage = 20;
const nextPage = 100;

type Details = ComponentType<{ tip: OptimisticTip; now: Date; onClose: () => void }>;

type OwnTipListProps = {
  booked: boolean;
  /** The id of the tip that is opened at first. */
  ticket: string | undefined;
  label: string;
  waiting: string;
  /** The empty state, and the label of the button for more. */
  none: ReactNode;
  more: string;
  /** Memoised: a tip that appears or disappears renders none of the others again. */
  card: MemoExoticComponent<ComponentType<OwnTipProps>>;
  details: Details;
  /** Whether a card may have the screen's main action; the first such card has it. */
  leads?: (tip: OptimisticTip, now: Date) => boolean;
};

/** Saved or booked tips, newest first; one of them may be open. */
export function OwnTipList(props: OwnTipListProps) {
  const { booked, ticket, label, waiting, none, more, card: Card, details, leads } = props;
  const now = useServerNow(30_000);
  const [limit, setLimit] = useEntryState(booked ? 'booked' : 'saved', () => firstPage);
  // One more than is shown, to know whether there are more.
  const tips = useOwnTips({ booked, limit: limit + 1 });
  const fetchedAt = useOwnTipsFetchedAt();
  const [openId, setOpenId] = useState(ticket);
  const close = () => setOpenId(undefined);
  const lead = leads && tips?.find((tip) => leads(tip, now))?.id;

  // Without a worker, the code for offline notes is fetched in advance.
  useEffect(() => void untilIdle().then(fetchDeviceNotice), []);

  if (tips === undefined) return <Loading label={waiting} />;
  if (tips.length === 0) return <IfLoaded waiting={waiting}>{none}</IfLoaded>;
  return (
    <div>
      <AsOf fetchedAt={fetchedAt} />
      <div className="paper">
        <WindowList
          label={label}
          items={tips.slice(0, limit)}
          keyOf={({ id }) => id}
          estimate={320}
          columns
        >
          {(tip) => <Card tip={tip} now={now} lead={tip.id === lead} onOpen={setOpenId} />}
        </WindowList>
      </div>
      <LoadMore hasMore={tips.length > limit} onLoad={() => setLimit(limit + nextPage)}>
        {more}
      </LoadMore>
      {openId !== undefined && (
        <LazyPart onMissing={close}>
          <Opened id={openId} now={now} details={details} onClose={close} />
        </LazyPart>
      )}
    </div>
  );
}

/** The age of the tickets, shown while they cannot be refreshed. */
function AsOf({ fetchedAt }: { fetchedAt: number | undefined }) {
  const isOffline = useOffline();
  return (
    <AgeNotice isShown={isOffline && fetchedAt !== undefined} fetchedAt={fetchedAt}>
      <Trans>News of your tickets comes when you are online.</Trans>
    </AgeNotice>
  );
}

async function fetchDeviceNotice(): Promise<void> {
  await import('./device-notice.tsx').catch(() => undefined);
}

type OpenedProps = { id: string; now: Date; details: Details; onClose: () => void };

/** Reads the tip itself, so that the open dialog follows its changes. */
function Opened({ id, now, details: Details, onClose }: OpenedProps) {
  const tip = useOwnTip(id);
  return tip && <Details tip={tip} now={now} onClose={onClose} />;
}

type IfLoadedProps = { waiting: string; children: ReactNode };

/** Reports that there are no tips, which a phone that never loaded any must not claim. */
function IfLoaded({ waiting, children }: IfLoadedProps) {
  const loaded = useOwnRowsLoaded();
  if (loaded === undefined) return <Loading label={waiting} />;
  return loaded ? children : <FirstTime waiting={waiting}>{children}</FirstTime>;
}

function FirstTime({ waiting, children }: IfLoadedProps) {
  const { state, retry } = useRefresh('own');
  if (state === 'fresh') return children;
  if (state === 'waiting') return <Loading label={waiting} />;
  return <Failed onRetry={retry}>{t`Your tickets could not be fetched.`}</Failed>;
}

/** Props of a card in a list of own tips. */
export type OwnTipProps = {
  tip: OptimisticTip;
  now: Date;
  /** Whether it has the main action of the screen. */
  lead: boolean;
  onOpen: (id: string) => void;
};

type OwnTipCardProps = OwnTipProps &
  Pick<ComponentProps<typeof TipCard>, 'tag' | 'actions' | 'reasons'> & {
    /** Figures next to the odds; without them the stub shows the outcome. */
    figures: readonly LabelledFigure[] | undefined;
    /** A line above the stub. */
    note?: ReactNode;
  };

/** An own tip; a tap anywhere on the card opens it. */
export function OwnTipCard(props: OwnTipCardProps) {
  const { tip, now, onOpen, figures, note, lead: _, ...rest } = props;
  // Only a backend without versions may have received a tip twice.
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
              <LazyPart instead={null}>
                <TwinNote tip={tip} />
              </LazyPart>
            )}
            {tip.device && (
              <LazyPart>
                <DeviceNotice tip={tip} device={tip.device} />
              </LazyPart>
            )}
          </div>
        ) : undefined}
      </TipCard>
    </div>
  );
}

/** The tipster of the original, if known here; the copier's record does not count the copy. */
function CopiedNote({ original }: { original: string }) {
  const tip = useTip(original);
  const name = tip ? isolated(tipsterNameOf(tip)) : '';
  return <p className="text-sm text-dim">{name === '' ? t`Copied` : t`Copied from ${name}`}</p>;
}

/** "3 games · Sat 21 Nov", by the day of its first game. */
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
