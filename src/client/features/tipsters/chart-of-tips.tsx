import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useTipsterTips } from '#client/data/tips/tipster-tips.ts';
import { joinClasses, signColourClass } from '#client/ui/classes.ts';
import { gamesText, momentText, unitsText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { LineChart } from '#client/ui/chart/line-chart.tsx';
import { Loading, StoredContent } from '#client/ui/notice.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { OutcomeLetter, legStateText } from '#client/ui/tip/outcome.tsx';
import type { WindowRecord } from '#contract/records.ts';
import type { Tip } from '#contract/tips.ts';
import { flatProfitOf } from '#domain/record.ts';

type ChartOfTipsProps = { tipsterId: string; points: WindowRecord['points'] };

/** The chart of a record; a tap on a point opens its tip. */
export function ChartOfTips({ tipsterId, points }: ChartOfTipsProps) {
  const [at, setAt] = useState<string>();
  const found = points.findIndex(([moment]) => moment === at);
  return (
    <>
      <LineChart
        points={points.map(([moment, units]) => ({ at: moment, units }))}
        choice={{
          chosen: found === -1 ? undefined : found,
          onChoose: (index) => setAt(points[index]?.[0]),
        }}
      />
      {found === -1 || at === undefined ? (
        <p className="mt-1 flex min-h-11 items-center text-sm text-dim">{t`Tap the chart to see the tip behind a point.`}</p>
      ) : (
        <ChartPointTips key={at} tipsterId={tipsterId} at={at} />
      )}
    </>
  );
}

/** The tips whose last game kicked off at this time, usually one tip. */
function ChartPointTips({ tipsterId, at }: { tipsterId: string; at: string }) {
  const filters = { state: 'settled', at, figure: 'settled' } as const;
  const tips = useTipsterTips(tipsterId, filters);
  const refresh = useRefresh({ what: 'tipster-tips', id: tipsterId, ...filters });
  return (
    <div className="mt-1">
      <StoredContent
        value={tips}
        refresh={refresh}
        loading={<Loading shape="line" rows={1} label={t`Fetching recent tips`} />}
        failed={tips === null && t`The tips could not be fetched.`}
        none={<p className="py-2 text-sm text-dim">{t`This tip is not there any more.`}</p>}
      >
        {(tips) => (
          <ul>
            {tips.map((tip) => (
              <li key={tip.id}>
                <TipLink tip={tip} at={at} />
              </li>
            ))}
          </ul>
        )}
      </StoredContent>
    </div>
  );
}

function TipLink({ tip, at }: { tip: Tip; at: string }) {
  const { outcome, totalOdds, recordOdds = totalOdds, options } = tip;
  const units = flatProfitOf({ outcome, totalOdds: recordOdds });
  return (
    <Link
      to="/tip/$id"
      params={{ id: tip.id }}
      className="flex min-h-11 items-center gap-2 text-sm hover:underline"
    >
      {outcome !== 'open' && (
        <>
          <OutcomeLetter outcome={outcome} />
          <span className="sr-only">{legStateText(outcome)}</span>
        </>
      )}
      <span className="figure text-dim">{momentText(at, 'day')}</span>
      <span className="min-w-0 flex-1 truncate">{gamesText(options.map(({ game }) => game))}</span>
      {units !== undefined && (
        <Ltr className={joinClasses('figure font-bold', signColourClass(units))}>
          {unitsText(units)}
        </Ltr>
      )}
      <Icon name="next" className="size-4" />
    </Link>
  );
}
