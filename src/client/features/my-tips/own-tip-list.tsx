import { useLingui } from '@lingui/react/macro';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useOwnRowsLoaded, useOwnTip, useOwnTips } from '#client/data/own-tips.ts';
import { useRefresh } from '#client/data/refresh.ts';
import { useServerNow } from '#client/data/server-time.ts';
import { LazyPart } from '#client/ui/lazy-part.tsx';
import { LoadMore, WindowList } from '#client/ui/list.tsx';
import { Failed, Loading } from '#client/ui/notice.tsx';
import { TabLink, Tabs } from '#client/ui/page.tsx';
import { untilShown } from '#client/idle.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import type { OwnTipProps } from './own-tip-card.tsx';

const firstPage = 20;
const nextPage = 100;

type Details = ComponentType<{ tip: OptimisticTip; now: Date; onClose: () => void }>;

type OwnTipListProps = {
  booked: boolean;
  label: string;
  waiting: string;
  /** What stands there when there are none, and what the button for more says. */
  none: ReactNode;
  more: string;
  card: ComponentType<OwnTipProps>;
  details: Details;
};

/** Saved or booked tips, newest first; one of them may lie open. */
export function OwnTipList(props: OwnTipListProps) {
  const { booked, label, waiting, none, more, card: Card, details } = props;
  const now = useServerNow(30_000);
  const [limit, setLimit] = useState(firstPage);
  // One more than is shown, to know whether there are more.
  const tips = useOwnTips({ booked, limit: limit + 1 });
  const [openId, setOpenId] = useState<string>();
  const close = () => setOpenId(undefined);

  // Where no worker stores the app, what a tip says without a connection is fetched beforehand.
  useEffect(() => void untilShown().then(fetchDeviceNews), []);

  if (tips === undefined) return <Loading label={waiting} />;
  if (tips.length === 0) return <OnceLoaded waiting={waiting}>{none}</OnceLoaded>;
  return (
    <>
      <WindowList
        label={label}
        items={tips.slice(0, limit)}
        keyOf={({ id }) => id}
        estimate={320}
        columns
      >
        {(tip) => <Card tip={tip} now={now} onOpen={setOpenId} />}
      </WindowList>
      <LoadMore hasMore={tips.length > limit} onLoad={() => setLimit(limit + nextPage)}>
        {more}
      </LoadMore>
      {openId !== undefined && (
        <LazyPart onMissing={close}>
          <Opened id={openId} now={now} details={details} onClose={close} />
        </LazyPart>
      )}
    </>
  );
}

async function fetchDeviceNews(): Promise<void> {
  await import('./device-news.tsx').catch(() => undefined);
}

type OpenedProps = { id: string; now: Date; details: Details; onClose: () => void };

/** Reads the tip itself, so that the open dialog follows what happens to it. */
function Opened({ id, now, details: Details, onClose }: OpenedProps) {
  const tip = useOwnTip(id);
  return tip && <Details tip={tip} now={now} onClose={onClose} />;
}

type OnceLoadedProps = { waiting: string; children: ReactNode };

/** That there are no tips, which a phone that has never loaded any must not say. */
function OnceLoaded({ waiting, children }: OnceLoadedProps) {
  const loaded = useOwnRowsLoaded();
  if (loaded === undefined) return <Loading label={waiting} />;
  return loaded ? children : <FirstTime waiting={waiting}>{children}</FirstTime>;
}

function FirstTime({ waiting, children }: OnceLoadedProps) {
  const { t } = useLingui();
  const { state, retry } = useRefresh('own');
  if (state === 'fresh') return children;
  if (state === 'waiting') return <Loading label={waiting} />;
  return <Failed onRetry={retry}>{t`Your tickets could not be fetched.`}</Failed>;
}

/** The two lists of one's own tips, one tap apart. */
export function TipTabs() {
  const { t } = useLingui();
  return (
    <Tabs label={t`My tickets`}>
      <TabLink to="/tips/my-tips">{t`Saved`}</TabLink>
      <TabLink to="/tips/booked-ticket">{t`Booked`}</TabLink>
    </Tabs>
  );
}
