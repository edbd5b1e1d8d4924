import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Tip } from '#contract/tips.ts';
import { parseGameName } from '#domain/fixture.ts';
import { quoteOf } from '#domain/odds/quote.ts';
import type { LegResult } from '#domain/tip.ts';
import { Button } from '../button.tsx';
import { gameText, isolateForeignText, momentText } from '../formats.ts';
import { QuoteFigure } from '../odds/quote-figure.tsx';
import { GameName } from '../text.tsx';
import { matchResultText } from '../fixture/match-result-text.ts';
import { TableFrame } from '../list/table.tsx';
import { useTask } from '../use-task.ts';
import type { Conflict, ConflictValue } from './conflict.ts';
import { translatePick } from './option-words.ts';
import { legStateText, StateIcon } from './outcome.tsx';

type ConflictChoiceProps = Conflict & {
  /** A link shown if the person accepts the current state. */
  again: ReactNode;
  /** The label of the button that accepts the current state, if the default does not fit. */
  leave?: ReactNode;
  onMine: () => Promise<unknown>;
  onTheirs: () => Promise<unknown>;
};

/** Shows another person's earlier change beside the member's change, for a choice between both. */
export function ConflictChoice(props: ConflictChoiceProps) {
  const { tip, differences, again, leave = <Trans>Leave it as it is</Trans>, ...rest } = props;
  const { busy, run } = useTask();
  const differs = differences.length > 0;
  return (
    <div data-live className="grid gap-3">
      <ConflictAuthor {...rest} />
      {differs && <DifferenceTable {...rest} differences={differences} />}
      {!differs && tip && <CurrentTip tip={tip} />}
      {!rest.canSetMine && (
        <p className="text-sm">
          <Trans>Yours cannot be set any more as it was.</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {rest.canSetMine && (
          <Button busy={busy} onClick={() => run(rest.onMine)}>
            {differs ? <Trans>Set mine</Trans> : again}
          </Button>
        )}
        <Button busy={busy} onClick={() => run(rest.onTheirs)}>
          {differs ? <Trans>Keep theirs</Trans> : leave}
        </Button>
      </div>
    </div>
  );
}

/** The other person's name and the time of the change. */
function ConflictAuthor({ by, at }: Pick<Conflict, 'by' | 'at'>) {
  if (at === undefined) return undefined;
  const moment = momentText(at, 'date-time');
  const name = isolateForeignText(by ?? '');
  return (
    <p className="text-sm text-dim">
      {by === undefined ? (
        <Trans>Changed {moment}</Trans>
      ) : (
        <Trans>
          Changed by {name}, {moment}
        </Trans>
      )}
    </p>
  );
}

const cell = 'py-2 pe-3 text-start align-top';

function DifferenceTable({ differences, by }: Pick<Conflict, 'differences' | 'by'>) {
  const { t } = useLingui();
  const hasRules = differences.some(({ rules }) => rules !== undefined);
  return (
    <TableFrame name={t`Both versions`}>
      <table className="w-full text-sm">
        <thead className="text-dim">
          <tr>
            <th scope="col" className={cell}>
              <Trans>Game</Trans>
            </th>
            <th scope="col" className={cell}>
              {by === undefined ? <Trans>Theirs</Trans> : <bdi>{by}</bdi>}
            </th>
            <th scope="col" className={cell}>
              <Trans>Yours</Trans>
            </th>
            {hasRules && (
              <th scope="col" className={cell}>
                <Trans>The rules</Trans>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {differences.map(({ id, game, oddName, theirs, ours, rules }) => (
            <tr key={id} className="border-t-[1.5px] border-line">
              <th scope="row" className={`${cell} font-narrow`}>
                <bdi>
                  {oddName === undefined ? gameText(game) : translatePick({ game, oddName })}
                </bdi>
              </th>
              <td className={cell}>{theirs && <ConflictValueText game={game} value={theirs} />}</td>
              <td className={`${cell} font-bold`}>
                <ConflictValueText game={game} value={ours} />
              </td>
              {hasRules && <td className={cell}>{rules && <RuledResult result={rules} />}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function CurrentTip({ tip }: { tip: Tip }) {
  return (
    <ul className="grid gap-2 text-sm">
      {tip.options.map((leg) => (
        <li key={leg.fixtureId} className="flex items-center gap-3">
          <StateIcon state={leg.result} />
          <span className="min-w-0 flex-1 font-narrow font-bold">
            <GameName game={leg.game} />
          </span>
          <QuoteFigure quote={quoteOf(leg)} />
        </li>
      ))}
    </ul>
  );
}

function RuledResult({ result }: { result: LegResult | 'ask' }) {
  return result === 'ask' ? <Trans>Your decision</Trans> : legStateText(result);
}

function ConflictValueText({ game, value }: { game: string; value: ConflictValue }) {
  if ('result' in value) return legStateText(value.result);
  if ('status' in value) {
    const words = matchResultText(value, parseGameName(game));
    return words === '' ? <Trans>Not played yet</Trans> : <span className="figure">{words}</span>;
  }
  if (value.odd === 'differing') return <Trans>different odds</Trans>;
  return <QuoteFigure quote={quoteOf({ odd: value.odd })} className="figure" />;
}
