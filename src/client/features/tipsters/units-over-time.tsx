import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Card } from '#client/ui/card.tsx';
import { classes, signInk } from '#client/ui/classes.ts';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { monthName, unitsText } from '#client/ui/formats.ts';
import { LineChart } from '#client/ui/line-chart.tsx';
import { Section } from '#client/ui/page.tsx';
import { FramedTable } from '#client/ui/table.tsx';
import { Ltr } from '#client/ui/text.tsx';
import type { FullRecord, WindowRecord } from '#contract/records.ts';

type UnitsOverTimeProps = {
  line: Pick<WindowRecord, 'points' | 'drawdown'>;
  months: FullRecord['months'];
};

/** The line of a window's units, its deepest fall, and every month in figures. */
export function UnitsOverTime({ line, months }: UnitsOverTimeProps) {
  const { points, drawdown } = line;
  if (months.length === 0) return undefined;
  const fall = unitsText(-drawdown);
  return (
    <Section title={t`Units over time`}>
      <Card className="-mx-2 px-3.5 pt-4 pb-1">
        {points.length > 0 && <LineChart points={points.map(([at, units]) => ({ at, units }))} />}
        {drawdown > 0 && (
          <p className="mt-2 text-sm text-dim">{t`Deepest fall from a height: ${fall} units`}</p>
        )}
        <MonthTable months={months} />
      </Card>
    </Section>
  );
}

function MonthTable({ months }: { months: FullRecord['months'] }) {
  return (
    <Disclosure words={t`As a table`}>
      <FramedTable
        name={t`Units by month`}
        look="w-full text-sm"
        className="text-xs text-dim [&>th]:py-2 [&>th]:font-normal"
        columns={[
          [t`Month`, 'text-start'],
          [t`Units`, 'text-end'],
          [t`In all`, 'text-end'],
        ]}
      >
        {months.toReversed().map(({ month, settled, flatProfit, running }) => (
          <tr key={month} className="border-t border-line">
            <th scope="row" className="py-2 text-start font-normal">
              {monthName(month)}
              <span className="block text-xs text-dim">
                <Plural value={settled} one="# settled ticket" other="# settled tickets" />
              </span>
            </th>
            <td className={classes('figure py-2 text-end font-bold', signInk(flatProfit))}>
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
