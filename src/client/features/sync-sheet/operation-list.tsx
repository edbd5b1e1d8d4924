import { Trans, useLingui } from '@lingui/react/macro';
import type { OperationRow } from '#sync/outbox-store.ts';
import { standingOf } from '#sync/status.ts';
import { useActions } from '#client/data/actions.ts';
import { useDeviceNow } from '#client/data/use-device-now.ts';
import { useOperations } from '#client/data/use-sync.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { OperationCard } from './operation-card.tsx';

/** Everything this phone still owes, what needs its person first. */
export function OperationList() {
  const { t } = useLingui();
  const operations = useOperations();
  const { retry } = useActions();
  const now = useDeviceNow(1000);
  if (operations === undefined) {
    return <Loading label={<Trans>Looking at what is on this phone</Trans>} shape="row" />;
  }
  if (operations.length === 0) {
    return (
      <Empty
        act={
          <LinkButton to="/tips/create">
            <Trans>Post a tip</Trans>
          </LinkButton>
        }
      >
        <Trans>Everything you did has arrived. Nothing waits on this phone.</Trans>
      </Empty>
    );
  }
  const waiting = operations.filter(mayBeTried);
  return (
    <div className="grid gap-4">
      <Card aria-label={t`On this phone`}>
        <ul>
          {operations.toSorted(needingFirst).map((row) => (
            <OperationCard key={row.seq} row={row} now={now} />
          ))}
        </ul>
      </Card>
      {waiting.length > 0 && (
        <Button
          onClick={async () => {
            for (const { id } of waiting) await retry(id);
          }}
        >
          <Trans>Try now</Trans>
        </Button>
      )}
    </div>
  );
}

function needingFirst(one: OperationRow, other: OperationRow): number {
  return Number(needs(other)) - Number(needs(one)) || one.seq - other.seq;
}

function needs(row: OperationRow): boolean {
  return standingOf(row) === 'needs-you';
}

/** What was refused is tried again one by one, by its own button; the rest together. */
function mayBeTried({ state }: OperationRow): boolean {
  return state === 'pending' || state === 'unknown';
}
