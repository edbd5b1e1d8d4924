import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Tip } from '#contract/tips.ts';
import type { LegResult } from '#domain/tip.ts';
import { Button } from '../button.tsx';
import { gameText } from '../formats.ts';
import { useTask } from '../use-task.ts';
import { OddsFigure } from './leg.tsx';
import { resultWord, StateIcon } from './outcome.tsx';

type LegValue = { odd: number } | { result: LegResult };

type ConflictChoiceProps = {
  /** How the tip stands by now. */
  tip: Tip;
  /** What two people have made of the same legs; empty where something else of the tip changed. */
  differences: readonly { fixtureId: string; game: string; theirs: LegValue; ours: LegValue }[];
  /** What is done anew when the tip as it stands is agreed to. */
  again: ReactNode;
  /** What is done when it stays as others left it, where that has a name of its own. */
  leave?: ReactNode;
  onMine: () => Promise<unknown>;
  onTheirs: () => Promise<unknown>;
};

/** Somebody else was quicker: what stands there now beside what one wanted, and which shall hold. */
export function ConflictChoice(props: ConflictChoiceProps) {
  const { tip, differences, again, leave = <Trans>Leave it as it is</Trans>, ...acts } = props;
  const { busy, run } = useTask();
  const differs = differences.length > 0;
  return (
    <div className="grid gap-3">
      {differs ? <BothValues differences={differences} /> : <AsItStands tip={tip} />}
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => run(acts.onMine)}>
          {differs ? <Trans>Set mine</Trans> : again}
        </Button>
        <Button busy={busy} onClick={() => run(acts.onTheirs)}>
          {differs ? <Trans>Keep theirs</Trans> : leave}
        </Button>
      </div>
    </div>
  );
}

const cell = 'py-2 pe-3 text-start align-top';

function BothValues({ differences }: Pick<ConflictChoiceProps, 'differences'>) {
  return (
    <table className="w-full text-sm">
      <thead className="text-dim">
        <tr>
          <th scope="col" className={cell}>
            <Trans>Game</Trans>
          </th>
          <th scope="col" className={cell}>
            <Trans>Theirs</Trans>
          </th>
          <th scope="col" className={cell}>
            <Trans>Yours</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ fixtureId, game, theirs, ours }) => (
          <tr key={fixtureId} className="border-t-[1.5px] border-line">
            <th scope="row" className={`${cell} font-narrow`}>
              <bdi>{gameText(game)}</bdi>
            </th>
            <td className={cell}>
              <Value value={theirs} />
            </td>
            <td className={`${cell} font-bold`}>
              <Value value={ours} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AsItStands({ tip }: { tip: Tip }) {
  return (
    <ul className="grid gap-2 text-sm">
      {tip.options.map(({ fixtureId, game, result, odd }) => (
        <li key={fixtureId} className="flex items-center gap-3">
          <StateIcon state={result} />
          <span className="min-w-0 flex-1 font-narrow font-bold">
            <bdi>{gameText(game)}</bdi>
          </span>
          <OddsFigure odds={odd} />
        </li>
      ))}
    </ul>
  );
}

function Value({ value }: { value: LegValue }) {
  if ('result' in value) return resultWord(value.result);
  return <OddsFigure odds={value.odd} className="figure" />;
}
