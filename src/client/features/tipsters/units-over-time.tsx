import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Card } from '#client/ui/card.tsx';
import { joinClasses, signColourClass } from '#client/ui/classes.ts';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { monthName, unitsText } from '#client/ui/formats.ts';
import { Section } from '#client/ui/page.tsx';
import { FramedTable } from '#client/ui/list/table.tsx';
import { Ltr } from '#client/ui/text.tsx';
import type { FullRecord, WindowRecord } from '#contract/records.ts';
import { ChartOfTips } from './chart-of-tips.tsx';

type UnitsOverTimeProps = {
  tipsterId: string;
  line: Pick<WindowRecord, 'points' | 'drawdown'>;
  months: FullRecord['months'];
};

/** The chart of a period's units, its maximum drawdown, and a table of all months. */
export function UnitsOverTime({ tipsterId, line, months }: UnitsOverTimeProps) {
  const { points, drawdown } = line;
  if (months.length === 0) return undefined;
  const fall = unitsText(-drawdown);
  return (
    <Section title={t`Units over time`}>
      <Card className="-mx-2 px-3.5 pt-4 pb-1">
        {points.length > 0 && <ChartOfTips tipsterId={tipsterId} points={points} />}
        {drawdown > 0 && (
          <p className="mt-2 text-sm text-dim">{t`Deepest fall from a height: ${fall} units`}</p>
        )}
        <MonthTable tipsterId={tipsterId} months={months} />
      </Card>
    </Section>
  );
}

function MonthTable({ tipsterId, months }: Pick<UnitsOverTimeProps, 'tipsterId' | 'months'>) {
  return (
    <Disclosure summary={t`As a table`}>
      <FramedTable
        name={t`Units by month`}
        look="w-full text-sm"
        headLook="text-xs text-dim [&>th]:py-2 [&>th]:font-normal"
        columns={[
          [t`Month`, 'text-start'],
          [t`Units`, 'text-end'],
          [t`In all`, 'text-end'],
        ]}
      >
        {months.toReversed().map(({ month, settled, flatProfit, running }) => (
          <tr key={month} className="border-t border-line">
            <th scope="row" className="py-2 text-start font-normal">
              <Link
                to="/tipster/profile/$id"
                params={{ id: tipsterId }}
                search={{ tips: 'settled', played: month, figure: 'settled' }}
                resetScroll={false}
                className="-my-2 inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {monthName(month)}
              </Link>
              <span className="block text-xs text-dim">
                <Plural value={settled} one="# settled ticket" other="# settled tickets" />
              </span>
            </th>
            <td
              className={joinClasses('figure py-2 text-end font-bold', signColourClass(flatProfit))}
            >
              <Ltr>{unitsText(flatProfit)}</Ltr>
            </td>
            <td className="figure py-2 text-end">
              <Ltr>{unitsText(running)}</Ltr>
            </td>
          </tr>
        ))}
      </FramedTable>
    </Disclosure>
  );
}
