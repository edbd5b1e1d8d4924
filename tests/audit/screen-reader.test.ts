import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { isWanted, noteLook } from './selection.ts';
import { readersOf } from './readers.ts';
import { nameOf, rowsOf, type Screen, screensWith } from './screens.ts';

// What a screen is to who hears it. Names and figures of the demo season are others every day,
// and stand here as patterns; only screens are chosen that have rows on each of them.

const slip = `
  - dialog "Stake Slip":
    - heading "Stake Slip" [level=2]
    - button "Close"
    - list:
      - listitem:
        - button /^Remove .+ – .+$/
    - term: Odds
    - definition: /^\\d+\\.\\d\\d$/
    - term: Games
    - definition: "1"
    - group "Stake":
      - radio "Not staked" [checked]
      - radio "10"
    - textbox /^Analysis/
    - group "If a game has kicked off when the tip arrives":
      - radio "Drop started games"
      - radio "All or nothing"
    - button "Post Tip"
`;

const heard: (Pick<Screen, 'who' | 'with'> & { at: RegExp; tree: string })[] = [
  {
    who: 'a member',
    at: /^\/tips\/create$/,
    tree: `
      - main:
        - heading "Post a tip" [level=1]
        - group "Leagues":
          - button "EPL"
        - region:
          - heading [level=2]
          - heading [level=3]
          - list:
            - listitem:
              - button /^.+ v .+, all options$/
              - button /^.+ v .+, 1X2, home 1, [\\d.]+, not selected$/
              - button /^.+ v .+, 1X2, draw X, [\\d.]+, not selected$/
              - button /^.+ v .+, 1X2, away 2, [\\d.]+, not selected$/
    `,
  },
  {
    who: 'a member',
    at: /^\/tips\/create$/,
    with: 'a pick',
    tree: `
      - button /^.+ v .+, 1X2, home 1, [\\d.]+, selected$/ [pressed]
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
          - region "1X2":
            - button /^Draw, 1X2 - X, [\\d.]+, not selected$/
          - region "GG/NG":
            - button /^Both teams to score, GG\\/NG - GG, .+, not selected$/
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
          - definition: /^[+-][\\d.]+%$/
          - definition: /^of \\d+ priced tickets$/
          - term: Hit rate
          - definition: /^[\\d.]+%$/
          - definition: /^[\\d.]+% to [\\d.]+%$/
          - term: Settled tickets
          - definition: /^\\d+$/
          - definition: /^\\d+ won, \\d+ lost$/
        - region "Profit, units":
          - figure:
            - 'img /^Units by month from \\w+ \\d+ to \\w+ \\d+: [+-][\\d.]+ in all$/'
        - region "By league":
          - table "Games by league":
            - rowgroup:
              - row:
                - columnheader "League"
                - columnheader "Games"
                - columnheader "Hit rate"
                - columnheader "Units"
            - rowgroup:
              - row:
                - rowheader
                - cell /^\\d+$/
                - cell /^[\\d.]+%$/
                - cell /^[+-]?[\\d.]+$/
    `,
  },
  {
    who: 'a visitor',
    at: /^\/competitions\?month=/,
    tree: `
      - main:
        - combobox "Month"
        - region /^\\w+ \\d{4}$/:
          - table:
            - rowgroup:
              - row:
                - columnheader "Rank"
                - columnheader "Tipster"
                - columnheader "Units, flat stakes"
            - rowgroup:
              - row:
                - cell /^1(, shared)?$/
                - rowheader /\\d+ settled · [\\d.]+% won$/:
                  - link
                - cell /^[+-][\\d.]+$/
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
              - heading /^.+ versus .+$/ [level=3]
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
          - link "Saved"
          - link "Booked"
        - list "My Booked Tickets":
          - listitem:
            - article:
              - heading /^\\d games? · / [level=2]:
                - button
              - text: /Treated|Pending/
              - list:
                - listitem:
                  - img /^(Won|Lost|Void|Waiting)$/
              - term: Total Games Won
              - definition: /^\\d+$/
              - term: Total Games Lost
              - definition: /^\\d+$/
              - term: Score(%)
              - definition
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

test('every part of a screen says what it is, and figures say what they are of', async ({
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
    if (!isWanted(name)) continue;
    const { phone, page } = await readers.open(screen);
    await phone.settles();
    await expect(page.locator('body'))
      .toMatchAriaSnapshot(tree)
      .catch((error: unknown) => unlike.push(`${name}: ${String(error)}`));
    noteLook(name);
  }

  expect(unlike).toEqual([]);
});
