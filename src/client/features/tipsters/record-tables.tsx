import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { useLeagueTitles } from '#client/data/fixtures.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { classes } from '#client/ui/classes.ts';
import { countText, rateText, unitsText } from '#client/ui/formats.ts';
import { Section } from '#client/ui/page.tsx';
import { FramedTable } from '#client/ui/table.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { groupWords } from '#client/ui/tip/option-words.ts';
import type { FullRecord, Slice } from '#contract/records.ts';

/** Games by their league, the ones most tipped first. */
export function ByLeague({ slices }: { slices: FullRecord['byLeague'] }) {
  const titles = useLeagueTitles();
  // Whoever begins on a profile has not been told the names of leagues yet.
  useRefresh('fixtures');
  return (
    <Section title={t`By league`}>
      {/* Keeps its place for the moment in which only the keys are known. */}
      <div className={classes(titles === undefined && 'opacity-0')}>
        <SliceTable
          caption={t`Games by league`}
          first={t`League`}
          rows={slices.map((slice) => ({
            ...slice,
            key: slice.sportKey,
            // A league that is on offer no more has its key alone.
            name: titles?.get(slice.sportKey) ?? slice.sportKey,
          }))}
        />
      </div>
    </Section>
  );
}

/** Games by the group of odds that was chosen from. */
export function ByGroup({ slices }: { slices: FullRecord['byGroup'] }) {
  return (
    <Section title={t`By odds group`}>
      <SliceTable
        caption={t`Games by odds group`}
        first={t`Odds group`}
        rows={slices.map((slice) => ({
          ...slice,
          key: slice.group,
          name: groupWords(slice.group),
          isOdds: true,
        }))}
      />
    </Section>
  );
}

type SliceTableProps = {
  caption: string;
  first: ReactNode;
  rows: readonly (Slice & { key: string; name: string; isOdds?: boolean })[];
};

const shortest = 6;

function SliceTable({ caption, first, rows }: SliceTableProps) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? rows : rows.slice(0, shortest);
  const count = countText(rows.length);
  return (
    <Card className="px-4 py-1">
      <FramedTable
        name={caption}
        look="w-full text-sm"
        className="text-xs text-dim [&>th]:py-2 [&>th]:font-normal"
        columns={[
          [first, 'text-start'],
          [t`Games`, 'ps-3 text-end'],
          [t`Hit rate`, 'ps-3 text-end'],
          [t`Units`, 'ps-3 text-end'],
        ]}
      >
        {shown.map((row) => (
          <SliceRow key={row.key} row={row} />
        ))}
      </FramedTable>
      {rows.length > shortest && (
        <Button
          look="quiet"
          aria-expanded={whole}
          className="-ms-4 text-sm"
          onClick={() => setWhole(!whole)}
        >
          {whole ? t`Show fewer` : t`Show all ${count}`}
        </Button>
      )}
      <p className="border-t-[1.5px] border-line py-2 text-xs text-dim">
        {t`Each game as a single, one unit at its odds at kick-off.`}
      </p>
    </Card>
  );
}

function SliceRow({ row }: { row: SliceTableProps['rows'][number] }) {
  const { name, isOdds = false, settled, flatProfit } = row;
  return (
    <tr className="border-t-[1.5px] border-line [&>*]:py-2">
      <th scope="row" className="min-w-20 text-start font-normal wrap-anywhere">
        {isOdds ? <Ltr>{name}</Ltr> : <bdi>{name}</bdi>}
      </th>
      <td className="figure ps-3 text-end">{countText(settled)}</td>
      <td className="figure ps-3 text-end whitespace-nowrap">{rateText(row)}</td>
      <td className="figure ps-3 text-end font-bold">{unitsText(flatProfit)}</td>
    </tr>
  );
}
