import { t } from '@lingui/core/macro';
import { useTipster } from '#client/data/tipsters.ts';
import type { LoginPageSearch } from '#client/session/guard.ts';
import { isolateForeignText } from '#client/ui/formats.ts';
import { fullName } from '#client/ui/member/tipster.tsx';

type LoginContext = Pick<LoginPageSearch, 'aim' | 'tipster'> & {
  /** The page of this site that opens after the login. */
  nextPage: string | undefined;
};

/** Returns the reason for a login in one line; undefined if there is no reason to show. */
export function useLoginReason({ aim, tipster = '', nextPage }: LoginContext): string | undefined {
  const name = useTipsterName(tipster);
  if (aim === 'follow') {
    if (name === undefined) return blankLine;
    return name ? t`Log in to follow ${name}.` : t`Log in to follow this tipster.`;
  }
  if (aim === 'copy') return t`Log in to copy this tip.`;
  if (aim === 'book') return t`Log in to book this tip.`;
  if (nextPage === undefined) return undefined;
  if (aim === 'send' || isPageOrBelow('/sync', nextPage)) {
    return t`Log in to send your changes. They stay on this phone.`;
  }
  if (nextPage.startsWith('/tips/create#')) {
    return t`Log in to post your slip. It stays on this phone.`;
  }
  if (aim === 'post' || isPageOrBelow('/tips/create', nextPage)) return t`Log in to post a tip.`;
  if (isPageOrBelow('/tips/details', nextPage)) return t`Log in to read the tips on this game.`;
  if (isPageOrBelow('/tips/my-tips', nextPage) || isPageOrBelow('/tips/booked-ticket', nextPage)) {
    return t`Log in to see your tickets.`;
  }
  if (isPageOrBelow('/pools/join', nextPage)) return t`Log in to join the pool you are invited to.`;
  if (isPageOrBelow('/tips', nextPage)) return t`Log in to read all recent tips.`;
  return t`Log in to go on.`;
}

/** Returns the reason for a registration in one line; undefined if there is none to show. */
export function useSignUpReason({ aim, tipster = '' }: LoginPageSearch): string | undefined {
  const name = useTipsterName(tipster);
  if (aim === 'follow') {
    if (name === undefined) return blankLine;
    return name ? t`Sign up to follow ${name}.` : t`Sign up to follow this tipster.`;
  }
  if (aim === 'copy') return t`Sign up to copy this tip.`;
  if (aim === 'book') return t`Sign up to book this tip.`;
  if (aim === 'post') return t`Sign up to post a tip.`;
  return undefined;
}

/** Reserves the line while the tipster's name is being read, so that no text moves. */
const blankLine = '\u00a0';

/** Reads a tipster's name; undefined while it is being read, null if the tipster is unknown. */
function useTipsterName(id: string): string | null | undefined {
  const known = useTipster(id);
  return known && isolateForeignText(fullName(known));
}

/** True if `address` is the path of `page` or a path below it. */
function isPageOrBelow(page: string, address: string): boolean {
  return address.startsWith(page) && /^(?:$|[/?#])/.test(address.slice(page.length));
}
