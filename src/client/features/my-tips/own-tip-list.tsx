import { type ReactNode, useEffect, useState } from 'react';
import { untilShown } from '#client/until-idle.ts';
import { useServerNow } from '#client/data/use-server-now.ts';
import { useTip, useTips } from '#client/data/use-tips.ts';
import { LazyPart } from '#client/ui/lazy-part.tsx';
import { LoadMore, WindowList } from '#client/ui/list.tsx';
import { Loading } from '#client/ui/notice.tsx';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { OnceTold } from './once-told.tsx';

const firstPage = 20;
const nextPage = 100;

type Drawn = (tip: OptimisticTip, now: Date) => ReactNode;

type OwnTipListProps = {
  booked: boolean;
  label: string;
  waiting: ReactNode;
  /** What stands there when there are none, and what the button for more says. */
  none: ReactNode;
  more: ReactNode;
  card: (onOpen: (id: string) => void) => Drawn;
  details: (onClose: () => void) => Drawn;
};

/** Saved or booked tips, newest first; one of them may lie open. */
export function OwnTipList(props: OwnTipListProps) {
  const { booked, label, waiting, none, more, card, details } = props;
  const now = useServerNow(30_000);
  const [limit, setLimit] = useState(firstPage);
  // One more than is shown tells whether there are more.
  const tips = useTips({ booked, limit: limit + 1 });
  const [openId, setOpenId] = useState<string>();
  const close = () => setOpenId(undefined);
  const draw = card(setOpenId);

  // Where no worker keeps the app, what a tip says without a line has to be there before.
  useEffect(() => void untilShown().then(fetchDeviceNews), []);

  if (tips === undefined) return <Loading label={waiting} />;
  if (tips.length === 0) return <OnceTold waiting={waiting}>{none}</OnceTold>;
  return (
    <>
      <WindowList
        label={label}
        items={tips.slice(0, limit)}
        keyOf={({ id }) => id}
        estimate={320}
        columns
      >
        {(tip) => draw(tip, now)}
      </WindowList>
      <LoadMore hasMore={tips.length > limit} onLoad={() => setLimit(limit + nextPage)}>
        {more}
      </LoadMore>
      {openId !== undefined && (
        <LazyPart onMissing={close}>
          <Opened id={openId} now={now} draw={details(close)} />
        </LazyPart>
      )}
    </>
  );
}

async function fetchDeviceNews(): Promise<void> {
  await import('./device-news.tsx').catch(() => undefined);
}

/** Reads the tip itself, so that the open dialog follows what happens to it. */
function Opened({ id, now, draw }: { id: string; now: Date; draw: Drawn }) {
  const tip = useTip(id);
  return tip && draw(tip, now);
}
