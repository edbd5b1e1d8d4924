import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { oddsText } from '#client/ui/formats.ts';
import { pricesOf, type SlipLeg } from './slip-legs.ts';

/** The odds of all that is priced, and under them how many prices are to come. */
export function SlipOdds({ legs }: { legs: readonly SlipLeg[] }) {
  const { odds, toCome } = pricesOf(legs);
  return (
    <p className="min-w-0">
      {odds > 0 && (
        <span className="figure block text-xl leading-none font-bold">
          <span className="sr-only">{t`Odds`} </span>
          {oddsText(odds)}
        </span>
      )}
      <span className="block text-xs text-dim">
        {toCome > 0 ? (
          <Plural value={toCome} one="# price to come" other="# prices to come" />
        ) : (
          odds > 0 && <Trans>odds may change</Trans>
        )}
      </span>
    </p>
  );
}
