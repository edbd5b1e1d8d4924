import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Fragment, type ReactNode } from 'react';
import { shortName } from '#client/clubs.ts';
import { useFeedOdds } from '#client/data/estimates.ts';
import { feedPrice, type Quote, quoteOf } from '#domain/odds/quote.ts';
import { classes } from '#client/ui/classes.ts';
import { quoteWords } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { EstimateHelp } from '#client/ui/odds/estimate-help.tsx';
import { PriceKey } from '#client/ui/chart/price-key.tsx';
import { groupWords, optionWords } from '#client/ui/tip/option-words.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import {
  oddNameOf,
  oddsGroups,
  type CatalogueGroup,
  type OddsGroup,
  type Option,
} from '#domain/catalogue.ts';

/** A game for screen readers: "Arsenal v Chelsea". */
export function gameWords({ home, away }: Fixture): string {
  return t`${home} v ${away}`;
}

type OptionSectionsProps = {
  fixture: Fixture;
  chosen: number | undefined;
  closed?: boolean;
  folded?: boolean;
  onPick: (option: Option, button: HTMLElement) => Promise<void>;
};

/** Props of every key of a game's options. */
type OptionKeys = OptionSectionsProps & { quoteFor: (option: Option) => Quote | undefined };

const isTotal = ({ group }: CatalogueGroup) => group.startsWith('O/U');
const groupsOf = (section: CatalogueGroup['section']) =>
  oddsGroups.filter((one) => one.section === section && !isTotal(one));
const totals = oddsGroups.filter(isTotal);
const goals: readonly OddsGroup[] = ['First Goal', 'Odd/Even', 'Away to Score'];
const halves: readonly OddsGroup[] = [
  'Half Time',
  'HF/FT',
  'Double Chance HT',
  'GG/NG HT',
  'Highest Scoring Half',
];

const mainGroups = groupsOf('main');
const otherGroups = groupsOf('others');
const goalGroups = otherGroups.filter(({ group }) => goals.includes(group));
const halfGroups = otherGroups.filter(({ group }) => halves.includes(group));
const restGroups = otherGroups.filter(
  ({ group }) => !goals.includes(group) && !halves.includes(group),
);

/**
 * Every option of one game, in the two sections of the catalogue; Main is open unless it is
 * `folded`.
 */
export function OptionSections(props: OptionSectionsProps) {
  const { fixture, folded = false } = props;
  const oddsIn = useFeedOdds([fixture]);
  const keys = { ...props, quoteFor: ({ oddsId }: Option) => quoteOf(oddsIn(fixture, oddsId)) };
  return (
    <div className="divide-y divide-line">
      {/* Shown before the estimates are computed: a later note would move the keys. */}
      {fixture.prices && <EstimatesNote />}
      <Section
        open={!folded}
        title={t`Main`}
        groups={[...mainGroups, ...totals]}
        chosen={keys.chosen}
      >
        {mainGroups.map((group) => (
          <Fragment key={group.group}>
            {group.group === 'GG/NG' && <Totals {...keys} />}
            <Group group={group} {...keys} />
          </Fragment>
        ))}
      </Section>
      <Section title={t`Others`} groups={otherGroups} chosen={keys.chosen}>
        {restGroups.map((group) => (
          <Group key={group.group} group={group} {...keys} />
        ))}
        <GroupList title={t`Goals`} groups={goalGroups} {...keys} />
        <GroupList title={t`Halves`} groups={halfGroups} {...keys} />
      </Section>
    </div>
  );
}

/** Explains the mark of estimated odds; a tap opens the whole explanation. */
function EstimatesNote() {
  return (
    <EstimateHelp isEstimate className="w-full text-sm text-dim">
      <span aria-hidden="true">≈ </span>
      <span className="underline underline-offset-4">{t`Estimated odds`}</span>
    </EstimateHelp>
  );
}

type SectionProps = Pick<OptionKeys, 'chosen'> & {
  open?: boolean;
  title: string;
  groups: readonly CatalogueGroup[];
  children: ReactNode;
};

function Section({ open = false, title, groups, chosen, children }: SectionProps) {
  const holdsPick = groups.some(({ options }) => options.some(({ oddsId }) => oddsId === chosen));
  return (
    <details open={open || holdsPick} className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between [&::-webkit-details-marker]:hidden">
        <h3 className="text-md">{title}</h3>
        <Icon
          name="down"
          className="size-5 transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-3 pb-4">{children}</div>
    </details>
  );
}

type GroupListProps = OptionKeys & { title: string; groups: readonly CatalogueGroup[] };

/** Groups of a section under a heading of their own. */
function GroupList({ title, groups, ...keys }: GroupListProps) {
  return (
    <>
      <h4 className="mt-1 font-narrow font-bold">{title}</h4>
      {groups.map((group) => (
        <Group key={group.group} group={group} level="h5" {...keys} />
      ))}
    </>
  );
}

type GroupProps = OptionKeys & { group: CatalogueGroup; level?: 'h4' | 'h5' };

function Group({ group: { group, options }, level: Heading = 'h4', ...keys }: GroupProps) {
  return (
    <section aria-label={groupWords(group)}>
      <Heading className={groupHeading}>{groupWords(group)}</Heading>
      <div className={classes('grid gap-1.5', columns(options.length))}>
        {options.map((option) => (
          <OptionKey
            key={option.oddsId}
            option={option}
            look={options.length === threeSigns ? 'stacked' : 'words'}
            {...keys}
          />
        ))}
      </div>
    </section>
  );
}

const groupHeading = 'mb-1 font-sans text-xs font-medium text-dim';

/** The totals as a table: a number of goals per row, over and under as columns. */
function Totals(keys: OptionKeys) {
  return (
    <section aria-label={t`Over/Under`}>
      <h4 className={groupHeading}>{t`Over/Under`}</h4>
      <table className="-ms-1.5 w-[calc(100%+0.75rem)] table-fixed border-separate border-spacing-x-1.5 border-spacing-y-1">
        <thead className="text-xs text-dim">
          <tr>
            <th scope="col" className="text-start font-medium">{t`Goals`}</th>
            <th scope="col" className="font-medium">
              {t({ message: 'Over', context: 'more goals than a number' })}
            </th>
            <th scope="col" className="font-medium">
              {t({ message: 'Under', context: 'fewer goals than a number' })}
            </th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ group, options }) => (
            <tr key={group}>
              <th scope="row" className="figure text-start text-md font-bold">
                {i18n.number(Number(group.slice('O/U '.length)))}
              </th>
              {options.map((option) => (
                <td key={option.oddsId} className="p-0">
                  <OptionKey option={option} look="price" {...keys} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const threeSigns = 3;

/** Three options fit in a row and two next to each other; with large text they wrap. */
function columns(count: number): string {
  if (count === threeSigns) return 'grid-cols-[repeat(auto-fit,minmax(min(100%,5.25rem),1fr))]';
  return 'grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))]';
}

type OptionKeyProps = OptionKeys & { option: Option; look: 'words' | 'stacked' | 'price' };

/** An option as text with the bookmaker's code, or as its price alone in a table with headings. */
function OptionKey({
  fixture,
  option,
  chosen,
  closed = false,
  look,
  onPick,
  quoteFor,
}: OptionKeyProps) {
  const quote = quoteFor(option);
  const picked = chosen === option.oddsId;
  const words = optionWords(oddNameOf(option), fixture, shortName);
  const code = option.oddsName === words ? '' : option.oddsName;
  return (
    <PriceKey
      name={[words, ...stateWords(quote, picked)].join(', ')}
      quote={quote}
      picked={picked}
      closed={closed}
      onClick={(event) => void onPick(option, event.currentTarget)}
      {...(look === 'price'
        ? { className: 'w-full' }
        : { words, code, stacked: look === 'stacked' })}
    />
  );
}

type SignKeyProps = OptionSectionsProps & { option: Option };

/** A 1, X or 2 key in the list of games: the first tap picks, the second removes the pick. */
export function SignKey({ fixture, option, chosen, closed = false, onPick }: SignKeyProps) {
  const quote = quoteOf({ odd: feedPrice(fixture, option.oddsId) });
  const picked = chosen === option.oddsId;
  const sides: Readonly<Record<string, string>> = { '1': t`home`, X: t`draw`, '2': t`away` };
  const { oddsGroup, oddsName } = option;
  const parts = [gameWords(fixture), groupWords(oddsGroup), `${sides[oddsName] ?? ''} ${oddsName}`];
  return (
    <PriceKey
      name={[...parts, ...stateWords(quote, picked)].join(', ')}
      data-sign={oddsName}
      quote={quote}
      picked={picked}
      closed={closed}
      onClick={(event) => void onPick(option, event.currentTarget)}
    />
  );
}

/** The end of a key's name: its price, and whether it is picked. */
function stateWords(quote: Quote | undefined, picked: boolean): string[] {
  return [quote ? quoteWords(quote) : t`price later`, picked ? t`selected` : t`not selected`];
}
