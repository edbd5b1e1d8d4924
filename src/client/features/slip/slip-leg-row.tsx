import { Trans, useLingui } from '@lingui/react/macro';
import { oddNameOf } from '#domain/catalogue.ts';
import { FixtureStanding } from './fixture-standing.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { oddNameWords } from '#client/ui/tip/option-words.ts';
import { takeFocus } from '#client/ui/dialog/question.tsx';
import { OddsFigure } from '#client/ui/tip/leg.tsx';
import type { SlipLeg } from './use-slip-legs.ts';

type SlipLegRowProps = {
  leg: SlipLeg;
  now: Date;
  onRemove: () => void;
  /** It has just come back, and takes the focus that its Undo had. */
  back?: boolean;
};

/** A selection of the slip: the game, the option, when it closes, the odds, and a way out. */
export function SlipLegRow({ leg, now, onRemove, back = false }: SlipLegRowProps) {
  const { t } = useLingui();
  const { game } = leg.selection;
  return (
    <li className="flex items-center gap-2 border-b-[1.5px] border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="font-narrow font-bold">
          <bdi>{game}</bdi>
        </p>
        <p className="text-sm text-dim">
          {leg.option ? (
            <bdi>{oddNameWords(oddNameOf(leg.option))}</bdi>
          ) : (
            <Trans>This option is not known any more</Trans>
          )}
          {' · '}
          <FixtureStanding status={leg.status} kickOff={leg.kickOff} now={now} />
        </p>
      </div>
      <span className="figure font-bold">
        <OddsFigure odds={leg.odd} />
      </span>
      <button
        type="button"
        ref={back ? takeFocus : undefined}
        aria-label={t`Remove ${game}`}
        onClick={onRemove}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-dim hover:bg-sunk hover:text-ink"
      >
        <Icon name="close" className="size-5" />
      </button>
    </li>
  );
}
