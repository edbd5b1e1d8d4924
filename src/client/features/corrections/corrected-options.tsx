import { Plural, useLingui } from '@lingui/react/macro';
import { findOptionById, oddNameOf } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { type DecidedResult, decidedResults } from '#domain/tip.ts';
import type { CorrectionPreview } from '#contract/desk.ts';
import { ToggleChip } from '#client/ui/chip.tsx';
import { countText } from '#client/ui/formats.ts';
import { translatePick } from '#client/ui/tip/option-words.ts';
import { legStateText } from '#client/ui/tip/outcome.tsx';

/** The corrected result of each option, by option id. */
export type CorrectedResults = Record<number, DecidedResult>;

type CorrectedOptionsProps = {
  preview: CorrectionPreview;
  onChoose: (oddsId: number, result: DecidedResult) => void;
};

/** The options of confirmed tickets with their current and corrected results. */
export function CorrectedOptions({ preview, onChoose }: CorrectedOptionsProps) {
  const { fixture, selections } = preview;
  const game = gameName(fixture.home, fixture.away);
  return (
    <ul className="divide-y divide-line">
      {selections.map((one) => (
        <li key={one.oddsId} className="grid gap-1 py-2">
          <p className="font-narrow text-md font-bold">{pickTextById(game, one.oddsId)}</p>
          <p className="text-sm text-dim">
            <Plural value={one.tickets} one="# ticket" other="# tickets" />
            {' · '}
            <ResultCounts counts={one} />
          </p>
          <ResultChoice name={pickTextById(game, one.oddsId)} one={one} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

function pickTextById(game: string, oddsId: number): string {
  const option = findOptionById(oddsId);
  return option ? translatePick({ game, oddName: oddNameOf(option) }) : '';
}

/** The numbers as text: "12 Won, 2 Void". */
function ResultCounts({ counts }: { counts: Record<DecidedResult, number> }) {
  return decidedResults
    .filter((result) => counts[result] > 0)
    .map((result) => `${countText(counts[result])} ${legStateText(result)}`)
    .join(', ');
}

type ResultChoiceProps = Pick<CorrectedOptionsProps, 'onChoose'> & {
  name: string;
  one: CorrectionPreview['selections'][number];
};

function ResultChoice({ name, one: { oddsId, becomes }, onChoose }: ResultChoiceProps) {
  const { t } = useLingui();
  return (
    <div role="group" aria-label={t`${name} becomes`} className="flex flex-wrap gap-2 py-1">
      {decidedResults.map((result) => (
        <ToggleChip key={result} on={becomes === result} onClick={() => onChoose(oddsId, result)}>
          {legStateText(result)}
        </ToggleChip>
      ))}
    </div>
  );
}
