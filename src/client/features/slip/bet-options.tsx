import { Trans, useLingui } from '@lingui/react/macro';
import type { Fixture } from '#contract/fixtures.ts';
import { type CatalogueGroup, oddsGroups, type Option } from '#domain/catalogue.ts';
import { feedPrice } from '#client/data/feed-price.ts';
import { useServerNow } from '#client/data/use-server-now.ts';
import { classes } from '#client/ui/classes.ts';
import { ClosesIn } from '#client/ui/closes-in.tsx';
import { Modal } from '#client/ui/modal.tsx';
import { isOpen } from './fixture-standing.ts';
import { OptionButton } from './option-button.tsx';

const isLine = ({ group }: CatalogueGroup) => group.startsWith('O/U');
const lines = oddsGroups.filter(isLine);
const main = oddsGroups.filter((group) => group.section === 'main' && !isLine(group));
const others = oddsGroups.filter(({ section }) => section === 'others');

type BetOptionsProps = {
  fixture: Fixture;
  chosen: number | undefined;
  onPick: (option: Option) => Promise<void>;
  onClose: () => void;
};

/** Everything that can be picked on one game, Main first. */
export function BetOptions({ fixture, chosen, onPick, onClose }: BetOptionsProps) {
  const { t } = useLingui();
  const now = useServerNow(20_000);
  const { home, away } = fixture;
  const game = t`${home} v ${away}`;
  const keys = { game, fixture, chosen, closed: !isOpen(fixture, now), onPick };
  return (
    <Modal
      open
      onClose={onClose}
      look="sheet"
      title={
        <Trans>
          <bdi>{home}</bdi> v <bdi>{away}</bdi> · Bet Options
        </Trans>
      }
      description={
        <>
          <ClosesIn kickOff={fixture.kickOff} now={now} />
          {' · '}
          <Trans>odds may change</Trans>
        </>
      }
    >
      <div className="grid gap-6">
        <section>
          <h3 className="mb-2 text-lg">
            <Trans>Main</Trans>
          </h3>
          <div className="grid gap-4">
            {main.map((group) => (
              <Group key={group.group} group={group} {...keys} />
            ))}
            <Lines {...keys} />
          </div>
        </section>
        <section>
          <h3 className="mb-2 text-lg">
            <Trans>Others</Trans>
          </h3>
          <div className="grid gap-4">
            {others.map((group) => (
              <Group key={group.group} group={group} {...keys} />
            ))}
          </div>
        </section>
      </div>
    </Modal>
  );
}

type Keys = {
  game: string;
  fixture: Fixture;
  chosen: number | undefined;
  closed: boolean;
  onPick: (option: Option) => Promise<void>;
};

function Group({ group, ...keys }: Keys & { group: CatalogueGroup }) {
  return (
    <section aria-label={group.group}>
      <h4 className="mb-1 text-sm text-dim">{group.group}</h4>
      <div
        className={classes(
          'grid gap-1.5',
          group.options.length === 2 ? 'grid-cols-2' : 'grid-cols-3',
        )}
      >
        {group.options.map((option) => (
          <Key key={option.oddsId} option={option} {...keys} />
        ))}
      </div>
    </section>
  );
}

/** The seven totals as the table they are: a line for each number of goals. */
function Lines(keys: Keys) {
  return (
    <table className="w-full border-separate border-spacing-y-1">
      <caption className="text-start text-sm font-bold text-dim">
        <Trans>O/U: over or under a number of goals</Trans>
      </caption>
      <tbody>
        {lines.map(({ group, options }) => (
          <tr key={group}>
            <th scope="row" className="figure w-18 text-start">
              {group}
            </th>
            {options.map((option) => (
              <td key={option.oddsId} className="ps-1.5">
                <Key option={option} {...keys} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Key({ option, game, fixture, chosen, closed, onPick }: Keys & { option: Option }) {
  return (
    <OptionButton
      game={game}
      option={option}
      odd={feedPrice(fixture, option.oddsId)}
      chosen={chosen === option.oddsId}
      closed={closed}
      onPick={onPick}
    />
  );
}
