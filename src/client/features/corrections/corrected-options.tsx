import { Plural, useLingui } from '@lingui/react/macro';
import { optionWithId, oddNameOf } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { type DecidedResult, decidedResults } from '#domain/tip.ts';
import type { CorrectionPreview } from '#contract/desk.ts';
import { ToggleChip } from '#client/ui/chip.tsx';
import { countText } from '#client/ui/formats.ts';
import { pickWords } from '#client/ui/tip/option-words.ts';
import { resultWord } from '#client/ui/tip/outcome.tsx';

/** The corrected result of each option, by its id. */
export type CorrectedResults = Record<number, DecidedResult>;

type CorrectedOptionsProps = {
  preview: CorrectionPreview;
  onChoose: (oddsId: number, result: DecidedResult) => void;
};

/** The options of confirmed tickets with their current and their corrected results. */
export function CorrectedOptions({ preview, onChoose }: CorrectedOptionsProps) {
  const { fixture, selections } = preview;
  const game = gameName(fixture.home, fixture.away);
  return (
    <ul className="divide-y divide-line">
      {selections.map((one) => (
        <li key={one.oddsId} className="grid gap-1 py-2">
          <p className="font-narrow text-md font-bold">{words(game, one.oddsId)}</p>
          <p className="text-sm text-dim">
            <Plural value={one.tickets} one="# ticket" other="# tickets" />
            {' · '}
            <Standing counts={one} />
          </p>
          <Choice name={words(game, one.oddsId)} one={one} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

function words(game: string, oddsId: number): string {
  const option = optionWithId(oddsId);
  return option ? pickWords({ game, oddName: oddNameOf(option) }) : '';
}

/** "12 Won, 2 Void". */
function Standing({ counts }: { counts: Record<DecidedResult, number> }) {
  return decidedResults
    .filter((result) => counts[result] > 0)
    .map((result) => `${countText(counts[result])} ${resultWord(result)}`)
    .join(', ');
}

type ChoiceProps = Pick<CorrectedOptionsProps, 'onChoose'> & {
  name: string;
  one: CorrectionPreview['selections'][number];
};

function Choice({ name, one: { oddsId, becomes }, onChoose }: ChoiceProps) {
  const { t } = useLingui();
  return (
    <div role="group" aria-label={t`${name} becomes`} className="flex flex-wrap gap-2 py-1">
      {decidedResults.map((result) => (
        <ToggleChip key={result} on={becomes === result} onClick={() => onChoose(oddsId, result)}>
          {resultWord(result)}
        </ToggleChip>
      ))}
    </div>
  );
}
