import { Link } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { AccountButton, AccountMenu } from '#client/features/shell/account-menu.tsx';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

describe('the account menu', () => {
  /** The account menu of a member with a link next to it; counts how often the menu was closed. */
  async function aMenu() {
    const content = (
      <>
        <AccountMenu administrator={false} />
        <Link to="/settings">On</Link>
      </>
    );
    const screen = await aScreen(content, aPhone());
    const on = await screen.link('On');
    const menu = document.querySelector<HTMLElement>('[popover]');
    if (menu === null) return expect.unreachable('no menu');
    let closed = 0;
    Object.assign(menu, { hidePopover: () => (closed += 1) });
    return { screen, on, closed: () => closed };
  }

  test('contains Booked Ticket in a narrow window, whose header has no such link', async () => {
    const { screen } = await aMenu();

    const { classList } = await screen.link('Booked Ticket');

    expect([...classList].filter((name) => name.endsWith('hidden'))).toEqual(['md:hidden']);
  });

  test('closes when the address changes', async () => {
    const { screen, on, closed } = await aMenu();
    expect(closed()).toBe(0);

    on.click();

    await screen.until(() => closed() === 1, 'the menu closes');
  });

  test('closes when the focus leaves it, even before its toggle event', async () => {
    const { on, closed } = await aMenu();

    on.focus();

    expect(closed()).toBe(1);
  });
});

test('the button of the account menu gets the focus in browsers that do not focus a clicked button', async () => {
  const screen = await aScreen(<AccountButton />, aPhone());
  const opener = await screen.button('My Account');

  opener.click();

  expect(document.activeElement).toBe(opener);
});
