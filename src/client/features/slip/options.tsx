import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Fragment, type ReactNode } from 'react';
import { teamShortName } from '#client/clubs.ts';
import { useOddsAtPosting } from '#client/data/estimates.ts';
import { feedPrice, type Quote, quoteOf } from '#domain/odds/quote.ts';
import { joinClasses } from '#client/ui/classes.ts';
import { spokenQuoteText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { EstimateHelp } from '#client/ui/odds/estimate-help.tsx';
import { OptionPriceButton } from '#client/ui/odds/price-button.tsx';
import { translateOddsGroup, translateOption } from '#client/ui/tip/option-words.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import {
  oddNameOf,
  oddsGroups,
  type CatalogueGroup,
  type OddsGroup,
  type BettingOption,
} from '#domain/catalogue.ts';

/** A game for screen readers: "Arsenal v Chelsea". */
export function gameLabel({ home, away }: Fixture): string {
  return t`${home} v ${away}`;
}

type OptionSectionsProps = {
  fixture: Fixture;
  chosen: number | undefined;
  closed?: boolean;
  folded?: boolean;
  onPick: (option: BettingOption, button: HTMLElement) => Promise<void>;
};

/** Props of each option's button. */
type OptionButtonContext = OptionSectionsProps & {
  quoteFor: (option: BettingOption) => Quote | undefined;
};

const isTotal = ({ group }: CatalogueGroup) => group.startsWith('O/U');
const filterGroups = (section: CatalogueGroup['section']) =>
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

const mainGroups = filterGroups('main');
const otherGroups = filterGroups('others');
const goalGroups = otherGroups.filter(({ group }) => goals.includes(group));
const halfGroups = otherGroups.filter(({ group }) => halves.includes(group));
const restGroups = otherGroups.filter(
  ({ group }) => !goals.includes(group) && !halves.includes(group),
);

/** All options of one game in the two sections of the catalogue; Main is open unless `folded`. */
export function OptionSections(props: OptionSectionsProps) {
  const { fixture, folded = false } = props;
  const oddsIn = useOddsAtPosting([fixture]);
  const keys = {
    ...props,
    quoteFor: ({ oddsId }: BettingOption) => quoteOf(oddsIn(fixture, oddsId)),
  };
  return (
    <div className="divide-y divide-line">
      {/* The note is shown before the estimates, because a later note would move the buttons. */}
      {fixture.prices && <EstimatesNote />}
      <CatalogueSection
        open={!folded}
        title={t`Main`}
        groups={[...mainGroups, ...totals]}
        chosen={keys.chosen}
      >
        {mainGroups.map((group) => (
          <Fragment key={group.group}>
            {group.group === 'GG/NG' && <TotalsTable {...keys} />}
            <OddsGroupOptions group={group} {...keys} />
          </Fragment>
        ))}
      </CatalogueSection>
      <CatalogueSection title={t`Others`} groups={otherGroups} chosen={keys.chosen}>
        {restGroups.map((group) => (
          <OddsGroupOptions key={group.group} group={group} {...keys} />
        ))}
        <GroupList title={t`Goals`} groups={goalGroups} {...keys} />
        <GroupList title={t`Halves`} groups={halfGroups} {...keys} />
      </CatalogueSection>
    </div>
  );
}

/** Explains the mark of estimated odds; a tap opens a longer explanation. */
function EstimatesNote() {
  return (
    <EstimateHelp isEstimate className="w-full text-sm text-dim">
      <span aria-hidden="true">≈ </span>
      <span className="underline underline-offset-4">{t`Estimated odds`}</span>
    </EstimateHelp>
  );
}

type CatalogueSectionProps = Pick<OptionButtonContext, 'chosen'> & {
  open?: boolean;
  title: string;
  groups: readonly CatalogueGroup[];
  children: ReactNode;
};

function CatalogueSection({
  open = false,
  title,
  groups,
  chosen,
  children,
}: CatalogueSectionProps) {
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

type GroupListProps = OptionButtonContext & { title: string; groups: readonly CatalogueGroup[] };

/** Groups of options under a heading. */
function GroupList({ title, groups, ...keys }: GroupListProps) {
  return (
    <>
      <h4 className="mt-1 font-narrow font-bold">{title}</h4>
      {groups.map((group) => (
        <OddsGroupOptions key={group.group} group={group} level="h5" {...keys} />
      ))}
    </>
  );
}

type OddsGroupOptionsProps = OptionButtonContext & { group: CatalogueGroup; level?: 'h4' | 'h5' };

function OddsGroupOptions({
  group: { group, options },
  level: Heading = 'h4',
  ...keys
}: OddsGroupOptionsProps) {
  return (
    <section aria-label={translateOddsGroup(group)}>
      <Heading className={groupHeading}>{translateOddsGroup(group)}</Heading>
      <div className={joinClasses('grid gap-1.5', gridColumnClasses(options.length))}>
        {options.map((option) => (
          <OptionButton
            key={option.oddsId}
            option={option}
            look={options.length === compactOptionCount ? 'stacked' : 'words'}
            {...keys}
          />
        ))}
      </div>
    </section>
  );
}

const groupHeading = 'mb-1 font-sans text-xs font-medium text-dim';

/** The options on the total of goals as a table: a row per number, with over and under. */
function TotalsTable(keys: OptionButtonContext) {
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
                  <OptionButton option={option} look="price" {...keys} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Number of options, such as 1, X and 2, for which the buttons are narrow. */
const compactOptionCount = 3;

/** Classes that put three options in a row, any other number in rows of two; large text wraps. */
function gridColumnClasses(count: number): string {
  if (count === compactOptionCount)
    return 'grid-cols-[repeat(auto-fit,minmax(min(100%,5.25rem),1fr))]';
  return 'grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))]';
}

type OptionButtonProps = OptionButtonContext & {
  option: BettingOption;
  look: 'words' | 'stacked' | 'price';
};

/** A button with the option's text and the bookmaker's code; in a table only with its price. */
function OptionButton({
  fixture,
  option,
  chosen,
  closed = false,
  look,
  onPick,
  quoteFor,
}: OptionButtonProps) {
  const quote = quoteFor(option);
  const picked = chosen === option.oddsId;
  const words = translateOption(oddNameOf(option), fixture, teamShortName);
  const code = option.oddsName === words ? '' : option.oddsName;
  return (
    <OptionPriceButton
      name={[words, ...buttonStateTexts(quote, picked)].join(', ')}
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

type SignButtonProps = OptionSectionsProps & { option: BettingOption };

/** A 1, X or 2 button in the list of games: the first tap picks, the second removes the pick. */
export function SignButton({ fixture, option, chosen, closed = false, onPick }: SignButtonProps) {
  const quote = quoteOf({ odd: feedPrice(fixture, option.oddsId) });
  const picked = chosen === option.oddsId;
  const sides: Readonly<Record<string, string>> = { '1': t`home`, X: t`draw`, '2': t`away` };
  const { oddsGroup, oddsName } = option;
  const parts = [
    gameLabel(fixture),
    translateOddsGroup(oddsGroup),
    `${sides[oddsName] ?? ''} ${oddsName}`,
  ];
  return (
    <OptionPriceButton
      name={[...parts, ...buttonStateTexts(quote, picked)].join(', ')}
      data-sign={oddsName}
      quote={quote}
      picked={picked}
      closed={closed}
      onClick={(event) => void onPick(option, event.currentTarget)}
    />
  );
}

/** The last parts of a button's accessible name: its price, and whether it is picked. */
function buttonStateTexts(quote: Quote | undefined, picked: boolean): string[] {
  return [quote ? spokenQuoteText(quote) : t`price later`, picked ? t`selected` : t`not selected`];
}
