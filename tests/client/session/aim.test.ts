import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  assignAim,
  clearAim,
  reserveAim,
  readReservedAim,
  createTipSignUpLinks,
  createFollowSignUpLink,
  consumeAim,
} from '#client/session/aim.ts';
import { memberId, otherMemberId, tipsterId } from '../../testing/engine/samples.ts';

beforeEach(() => localStorage.clear());

const ada = { memberId, email: 'ada@example.org' };
const ben = { memberId: otherMemberId, email: 'ben@example.org' };
const follow = createFollowSignUpLink(tipsterId);
const profile = `/tipster/profile/${tipsterId}`;

describe('an aim', () => {
  test('is due once for the member who logs in on the page that the tap opened', () => {
    follow.onClick();

    expect(assignAim(follow.search, ada)).toBe(profile);

    expect(consumeAim(ada.memberId)).toBe(true);
    expect(consumeAim(ada.memberId)).toBe(false);
  });

  test('is not due for a member who logs in on another page', () => {
    follow.onClick();

    expect(assignAim({}, ben)).toBeUndefined();
    expect(assignAim({ returnUrl: '/tips' }, ben)).toBe('/tips');

    expect(consumeAim(ben.memberId)).toBe(false);
  });

  test('is not created by an address without a tap', () => {
    reserveAim(follow.search, ada.email);

    expect(assignAim(follow.search, ada)).toBe(profile);

    expect(consumeAim(ada.memberId)).toBe(false);
  });

  test('waits after a registration for the login with that email, in any tab', () => {
    follow.onClick();
    reserveAim(follow.search, 'Ada@Example.org ');
    expect(readReservedAim()).toEqual(follow.search);

    // Another member stays on the page that the link led to.
    expect(assignAim(follow.search, ben)).toBe(profile);
    expect(consumeAim(ben.memberId)).toBe(false);

    expect(assignAim({}, ada)).toBe(profile);
    expect(consumeAim(ada.memberId)).toBe(true);
  });

  test('belongs to the email that was registered last', () => {
    follow.onClick();
    reserveAim(follow.search, 'typo@example.org');
    reserveAim(follow.search, ada.email);

    expect(assignAim({}, ada)).toBe(profile);
  });

  test('that is due belongs to one member only', () => {
    follow.onClick();
    assignAim(follow.search, ada);

    expect(assignAim(follow.search, ben)).toBe(profile);

    expect(consumeAim(ben.memberId)).toBe(false);
    expect(consumeAim(ada.memberId)).toBe(true);
  });

  test('is replaced by a later tap', () => {
    const { book, copy } = createTipSignUpLinks({ id: 't1', tipsterId });
    copy.onClick();
    book.onClick();

    assignAim(copy.search, ada);
    expect(consumeAim(ada.memberId)).toBe(false);

    assignAim(book.search, ada);
    expect(consumeAim(ada.memberId)).toBe(true);
  });

  test('that is only a page opens it once after a registration', () => {
    reserveAim({ returnUrl: '/tips/create#slip=g1.1', aim: 'post' }, ada.email);

    expect(assignAim({}, ada)).toBe('/tips/create#slip=g1.1');

    expect(assignAim({}, ada)).toBeUndefined();
  });

  test('ends after a day', () => {
    follow.onClick();
    reserveAim(follow.search, ada.email);
    vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60_000 });

    expect(readReservedAim()).toEqual({});
    expect(assignAim({}, ada)).toBeUndefined();
    vi.useRealTimers();
  });

  test('can be removed', () => {
    follow.onClick();
    assignAim(follow.search, ada);

    clearAim();

    expect(consumeAim(ada.memberId)).toBe(false);
  });

  test.each(['', '{', '7', '{"at":"x"}', '{"at":1,"memberId":{}}'])(
    'that cannot be parsed is ignored: %s',
    (text) => {
      localStorage.setItem('touchline-aim', text);

      expect(readReservedAim()).toEqual({});
      expect(assignAim({}, ada)).toBeUndefined();
    },
  );
});
