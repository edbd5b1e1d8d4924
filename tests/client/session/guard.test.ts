import { isRedirect } from '@tanstack/react-router';
import { describe, expect, onTestFinished, test } from 'vitest';
import { guardAcrossTabs, requireSession } from '#client/session/guard.ts';
import { clearSession, storeSession } from '#client/session/session.ts';
import { memberId, otherMemberId, tokenOf } from '../../testing/engine/samples.ts';

/** A tab with guarded pages; counts how often the guards ran again. */
function aTab() {
  storeSession({ access_token: tokenOf(memberId), userId: memberId });
  onTestFinished(clearSession);
  let checkCount = 0;
  guardAcrossTabs({
    invalidate: async () => {
      checkCount += 1;
    },
  });
  return { checkCount: () => checkCount };
}

/** Whether the guard of a page redirects its visitor. */
function isStopped(): boolean {
  try {
    requireSession('/tips/create');
    return false;
  } catch (thrown) {
    return isRedirect(thrown);
  }
}

/** Changes the shared storage like another tab, with the event that this tab receives. */
function anotherTab(change: () => void): void {
  change();
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
}

describe('a page behind the login guard', () => {
  test('lets a member pass and sends anybody else to log in and come back', () => {
    aTab();
    expect(isStopped()).toBe(false);

    clearSession();

    expect(isStopped()).toBe(true);
  });

  test('asks its guard again when another tab logs out', () => {
    const tab = aTab();

    anotherTab(() => localStorage.clear());

    expect(tab.checkCount()).toBe(1);
    expect(isStopped()).toBe(true);
  });

  test('asks its guard again when somebody else logs in', () => {
    const tab = aTab();

    anotherTab(() => localStorage.setItem('token', tokenOf(otherMemberId)));

    expect(tab.checkCount()).toBe(1);
  });

  test('stays as it is when another tab renews the login', () => {
    const tab = aTab();

    anotherTab(() => localStorage.setItem('token', tokenOf(memberId, 'renewed')));

    expect(tab.checkCount()).toBe(0);
  });
});
