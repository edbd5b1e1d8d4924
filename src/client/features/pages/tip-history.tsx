import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Tip } from '#contract/tips.ts';
import { collections, useCollection } from '#client/data/collections.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { Empty, Loading, Stored } from '#client/ui/notice.tsx';
import { History } from './history.tsx';

/** A tip's receipt and history, unfolded on demand. */
export function TipHistory({ tip: { id, options } }: { tip: Tip }) {
  const history = useCollection(collections.history, id);
  const refresh = useRefresh({ what: 'history', id });
  const gameOf = (fixtureId: string) =>
    options.find((leg) => leg.fixtureId === fixtureId)?.game ?? '';
  return (
    <Stored
      value={history}
      refresh={refresh}
      loading={<Loading rows={1} shape="row" label={t`Fetching the history`} />}
      failed={t`The history could not be fetched.`}
      none={<Empty>{t`There is no history of this tip.`}</Empty>}
    >
      {({ value: { events } }) => (
        <div className="grid gap-3 pt-1">
          <History events={events} gameOf={gameOf} />
          <p>
            <Link to="/help" hash="receipt" className="font-bold underline underline-offset-4">
              <Trans>How a receipt is checked</Trans>
            </Link>
          </p>
        </div>
      )}
    </Stored>
  );
}
