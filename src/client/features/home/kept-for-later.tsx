import { useLater } from '../../data/use-later.ts';
import { useRefresh } from '../../data/use-refresh.ts';
import { useSession } from '../../session/use-session.ts';

/** How long the first screen has the line for itself. */
const headStart = 3000;

/**
 * What other screens open with is fetched once this one stands, so that they open without a line
 * although nobody has been on them yet.
 */
export function KeptForLater() {
  const memberId = useSession()?.memberId;
  if (!useLater(headStart)) return undefined;
  return (
    <>
      <Table />
      {memberId !== undefined && <Members memberId={memberId} />}
    </>
  );
}

function Table() {
  useRefresh({ what: 'competition' });
  return undefined;
}

function Members({ memberId }: { memberId: string }) {
  useRefresh('feed');
  useRefresh({ what: 'tipster', id: memberId });
  useRefresh({ what: 'record', id: memberId });
  return undefined;
}
