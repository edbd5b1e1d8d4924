import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { useLeagueTitles } from '#client/data/fixtures.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { Bars } from '#client/ui/chart/bars.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { Flag } from '#client/ui/member/flag.tsx';
import { countText } from '#client/ui/formats.ts';
import { Section } from '#client/ui/page.tsx';
import { translateOddsGroup } from '#client/ui/tip/option-words.ts';
import type { FullRecord, RecordSlice } from '#contract/records.ts';

/** The figures of a record by league. */
export function LeagueBreakdown({ slices }: { slices: FullRecord['byLeague'] }) {
  const titles = useLeagueTitles();
  // The league names come with the fixtures, which a visitor's first page may not have loaded.
  useRefresh('fixtures');
  return (
    <Section title={t`By league`} aside={<AllTimeNote />}>
      {/* Reserves the space while only the keys of leagues are known. */}
      <div className={joinClasses(titles === undefined && 'opacity-0')}>
        <RecordBreakdown
          label={t`Games by league`}
          parts={slices.map((slice) => {
            // The title of a league that is no longer offered is unknown, so its key is shown.
            const title = titles?.get(slice.sportKey);
            const look = toLeagueLabel(slice.sportKey, title);
            return {
              ...slice,
              key: slice.sportKey,
              name: (
                <>
                  <Flag code={look.flag} />
                  <bdi className="min-w-0">{look.title || slice.sportKey}</bdi>
                </>
              ),
            };
          })}
        />
      </div>
    </Section>
  );
}

/** Marks figures that do not depend on the chosen period. */
function AllTimeNote() {
  return <span className="text-sm text-dim">{t`all time`}</span>;
}

/** The figures of a record by odds group (market). */
export function OddsGroupBreakdown({ slices }: { slices: FullRecord['byGroup'] }) {
  return (
    <Section title={t`By market`} aside={<AllTimeNote />}>
      <RecordBreakdown
        label={t`Games by market`}
        parts={slices.map((slice) => ({
          ...slice,
          key: slice.group,
          name: <bdi>{translateOddsGroup(slice.group)}</bdi>,
        }))}
      />
    </Section>
  );
}

type RecordBreakdownProps = {
  label: string;
  parts: readonly (RecordSlice & { key: string; name: ReactNode })[];
};

const initialRowCount = 6;

function RecordBreakdown({ label, parts }: RecordBreakdownProps) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? parts : parts.slice(0, initialRowCount);
  const count = countText(parts.length);
  return (
    <Card className="@container -mx-2 px-3.5 pt-3">
      <Bars label={label} bars={shown.map((part) => ({ ...part, units: part.flatProfit }))} />
      {parts.length > initialRowCount && (
        <Button
          look="quiet"
          aria-expanded={whole}
          className="-ms-4 text-sm"
          onClick={() => setWhole(!whole)}
        >
          {whole ? t`Show fewer` : t`Show all ${count}`}
        </Button>
      )}
      <p className="mt-2 border-t border-line py-2 text-xs text-dim">
        {t`Each game as a single, one unit at its odds at kick-off.`}
      </p>
    </Card>
  );
}
