import { expect } from '@playwright/test';

import { test } from '../testing/phone/journey.ts';
import { isSelected, noteLook } from './selection.ts';
import { readersOf } from './readers.ts';
import { nameOf, rowsOf, type Screen, screensWith } from './screens.ts';

// Compares screens as a screen reader announces them. Names and numbers of the demo season change
// every day, so patterns replace them; every chosen screen has rows on every day.

const slip = `
  - dialog "Stake Slip":
    - heading "Stake Slip" [level=2]
    - button "Close"
    - list:
      - listitem:
        - button /^Remove .+ – .+$/
    - group "Stake":
      - paragraph: Stake optional, in units
      - button "1"
      - button "10"
    - textbox /^Analysis/
    - group "If a game has kicked off when the tip arrives":
      - radio "Drop started games" [checked]
      - radio "All or nothing"
    - paragraph: /^Odds \\d+\\.\\d\\d odds may change$/
    - button "Post Tip"
`;

const heard: (Pick<Screen, 'who' | 'with'> & { at: RegExp; tree: string })[] = [
  {
    who: 'a member',
    at: /^\/tips\/create$/,
    tree: `
      - main:
        - heading "Post a tip" [level=1]
        - searchbox "Team or league"
        - radiogroup "Leagues":
          - radio "All" [checked]
          - radio "EPL"
        - region /./:
          - heading [level=2]
          - heading [level=3]
          - list:
            - listitem:
              - button /^.+ v .+, all options$/
              - button /^.+ v .+, Match result, home 1, [\\d.]+, not selected$/
              - button /^.+ v .+, Match result, draw X, [\\d.]+, not selected$/
              - button /^.+ v .+, Match result, away 2, [\\d.]+, not selected$/
    `,
  },
  {
    who: 'a member',
    at: /^\/tips\/create$/,
    with: 'a pick',
    tree: `
      - button /^.+ v .+, Match result, home 1, [\\d.]+, selected$/ [pressed]
    `,
  },
  {
    who: 'a member',
    at: /^\/tips\/create$/,
    with: 'all options',
    tree: `
      - dialog / v .+ · Bet Options$/:
        - group:
          - heading "Main" [level=3]
          - region "Match result":
            - button /^Draw, [\\d.]+, not selected$/
          - region "Both teams to score":
            - button /^Both teams to score, .+, not selected$/
    `,
  },
  { who: 'a member', at: /^\/tips\/create$/, with: 'the slip', tree: slip },
  {
    who: 'a visitor',
    at: /^\/tipster\/profile\//,
    tree: `
      - main:
        - heading /\\w+/ [level=1]
        - paragraph: /[\\d.]+ of 5 stars \\d+ followers?/
        - region "Record":
          - group "Time":
            - radio "30 days"
            - radio "90 days" [checked]
            - radio "All"
          - term: Yield, flat stakes
          - definition: /^[+−]?[\\d.]+%$/
          - definition: /^of \\d+ priced tickets$/
          - term: Units, flat stakes
          - definition: /^[+−]?[\\d.]+$/
          - term: Hit rate
          - definition: /^[\\d.]+%$/
          - definition: /^[\\d.]+% to [\\d.]+%$/
          - term: Average odds
          - definition: /^[\\d.]+$/
          - term: Last five
          - definition:
            - 'img /^Last settled tickets, oldest first: (Won|Lost|Void)/'
          - paragraph: '/^\\d+ settled tickets: \\d+ won, \\d+ lost$/'
        - region "Units over time":
          - 'img /^Units over time: [+−]?[\\d.]+ at the end, [+−]?[\\d.]+ at most, [+−]?[\\d.]+ at least$/'
          - group: As a table
        - region "By league":
          - list "Games by league":
            - listitem: /^.+ \\d+ games? Units [+−]?[\\d.]+$/
        - region "By market":
          - list "Games by market":
            - listitem: /^.+ \\d+ games? Units [+−]?[\\d.]+$/
    `,
  },
  {
    who: 'a visitor',
    at: /^\/competitions\?month=/,
    tree: `
      - main:
        - navigation "Views":
          - link "Tipster table"
        - group "Month":
          - link /^\\w+ \\d{4}$/
        - region /^All leagues · \\w+ \\d{4}$/:
          - heading [level=2]
          - list:
            - listitem:
              - text: /^Rank 1(, shared)?( , ((up|down) \\d+ since|the same as in) \\w+ \\d{4})?$/
              - paragraph:
                - link
              - paragraph: /^\\d+ settled · [\\d.]+% won$/
              - text: /^Units, flat stakes [+−]?[\\d.]+$/
    `,
  },
  {
    who: 'a visitor',
    at: /^\/$/,
    tree: `
      - main:
        - region "Upcoming Events":
          - list:
            - listitem:
              - heading [level=3]:
                - link /^.+ v .+, .+$/
              - link /^(\\d+ tips?|Tips) .+ v .+$/
        - region "Tipsters":
          - list:
            - listitem:
              - heading [level=3]:
                - link
              - paragraph: /^[\\d.]+ of 5 stars/
              - list:
                - listitem:
                  - button /^(Won|Lost|Void|Waiting), \\d+ \\w+ \\d{4}$/
    `,
  },
  {
    who: 'a member',
    at: /^\/tips\/booked-ticket$/,
    tree: `
      - main:
        - navigation "My tickets":
          - link /^Saved/
          - link /^Booked/
        - list "My Booked Tickets":
          - listitem:
            - article:
              - heading /^\\d+ games? · / [level=2]:
                - button
              - text: Treated
              - list:
                - listitem:
                  - img /^(Won|Lost|Void)$/
              - term: /^Total Games (Won|Lost)$/
              - definition: /^\\d+$/
              - term: Score(%)
              - definition: /^[\\d.]+%$/
              - paragraph: /^[+−]?[\\d.]+ units?$/
              - paragraph: /^Odds [\\d.]+/
              - text: /^(Won|Lost|Void)$/
    `,
  },
  {
    who: 'an administrator',
    at: /^\/admin\/confirm-tickets$/,
    with: 'a ticket',
    tree: `
      - main:
        - region "Ticket Details":
          - button "All tickets"
          - list:
            - listitem:
              - button /^(Waiting|Won|Lost|Void) .+ – .+ - /
          - button "Confirm Ticket"
    `,
  },
];

test('a screen reader announces every part of a screen, and numbers with their labels', async ({
  given,
  sharedServer,
}) => {
  const readers = await readersOf(given, sharedServer, { language: 'en' });
  const screens = screensWith(await rowsOf(sharedServer.origin));
  const unlike: string[] = [];

  for (const { who, at, with: shown, tree } of heard) {
    const screen = screens.find(
      (one) => one.who === who && one.with === shown && at.test(one.path),
    );
    if (screen === undefined)
      throw new Error(`There is no ${at.source} with ${shown ?? 'nothing'} for ${who}.`);
    const name = `heard, ${nameOf(screen)}`;
    if (!isSelected(name)) continue;
    const { phone, page } = await readers.open(screen);
    await phone.settles();
    await expect(page.locator('body'))
      .toMatchAriaSnapshot(tree)
      .catch((error: unknown) => unlike.push(`${name}: ${String(error)}`));
    noteLook(name);
  }

  expect(unlike).toEqual([]);
});
