import { isRedirect } from '@tanstack/react-router';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rerunGuardsOnLoginChange, requireSession } from '#client/session/guard.ts';
import { clearSession, storeSession } from '#client/session/session.ts';
import { memberId, otherMemberId, tokenOf } from '../../testing/engine/samples.ts';

/** A logged-in tab; counts how often its route guards ran again. */
function aTab() {
  storeSession({ access_token: tokenOf(memberId), userId: memberId });
  onTestFinished(clearSession);
  let checkCount = 0;
  rerunGuardsOnLoginChange({
    invalidate: async () => {
      checkCount += 1;
    },
  });
  return { checkCount: () => checkCount };
}

/** True if the guard of a page redirects the visitor. */
function isStopped(): boolean {
  try {
    requireSession('/tips/create');
    return false;
  } catch (thrown) {
    return isRedirect(thrown);
  }
}

/** Changes localStorage as another tab does, and dispatches the storage event of this tab. */
function anotherTab(change: () => void): void {
  change();
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
}

describe('a page behind the login guard', () => {
  test('lets a member pass, and redirects other visitors to the login with a return', () => {
    aTab();
    expect(isStopped()).toBe(false);

    clearSession();

    expect(isStopped()).toBe(true);
  });

  test.each([
    { what: 'logs out', change: () => localStorage.clear(), checks: 1, stops: true },
    {
      what: 'logs another member in',
      change: () => localStorage.setItem('token', tokenOf(otherMemberId)),
      checks: 1,
      stops: false,
    },
    {
      what: 'renews the login',
      change: () => localStorage.setItem('token', tokenOf(memberId, 'renewed')),
      checks: 0,
      stops: false,
    },
  ])('runs its guard again $checks times when another tab $what', ({ change, checks, stops }) => {
    const tab = aTab();

    anotherTab(change);

    expect(tab.checkCount()).toBe(checks);
    expect(isStopped()).toBe(stops);
  });
});
