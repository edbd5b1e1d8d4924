import {
  createSearchParser,
  createTextParser,
  createWholeNumberParser,
} from '#contract/site/search-parsers.ts';
import { useObservable } from '#client/use-observable.ts';
import { createObservable } from '#sync/observable.ts';
import { type LoginPageSearch, parseLoginSearch } from './guard.ts';
import { createPersistedValue } from './persisted-value.ts';
import { useSession } from './session.ts';

/** How long a stored aim is valid, in milliseconds; equal to the lifetime of a mailed link. */
const aimValidityMs = 24 * 60 * 60_000;

/** A visitor's aim, stored in this browser: the search parameters of the login page, and these. */
type StoredAim = LoginPageSearch & {
  /** The time of the tap, in milliseconds since 1970. */
  at: number;
  /** Set by a registration: only a login with this email executes the aim. */
  email?: string | undefined;
  /** Set by a login: the aim is executed for this member. */
  memberId?: string | undefined;
};

/** An aim that the app executes now, because this member has logged in. */
export type ExecutableAim = StoredAim & { memberId: string };

const parseStoredAimFields = createSearchParser({
  at: createWholeNumberParser(Number.MAX_SAFE_INTEGER),
  email: createTextParser(320),
  memberId: createTextParser(100),
});

/** The parser uses no zod, because a first screen loads no schemas. */
const storedAim = createPersistedValue('touchline-aim', (stored): StoredAim | undefined => {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const fields = Object.fromEntries(Object.entries(stored));
  const { at = 0, ...meantFor } = parseStoredAimFields(fields);
  return { ...parseLoginSearch(fields), ...meantFor, at };
});

/** The aim that this tab executes. A tab with another member's login does not execute it. */
const dueAim = createObservable(readAim());

/** The Sign Up link for a visitor's tap on Follow; after the login it leads to the tipster. */
export function createFollowSignUpLink(tipster: string) {
  return createSignUpLink({ returnUrl: `/tipster/profile/${tipster}`, aim: 'follow', tipster });
}

const tipPagePath = '/tip/';

/** The Sign Up links for a visitor's Copy and Book; after the login both lead to the tip. */
export function createTipSignUpLinks({
  id,
  tipsterId: tipster,
}: {
  id: string;
  tipsterId: string;
}) {
  const returnUrl = `${tipPagePath}${id}`;
  return {
    copy: createSignUpLink({ returnUrl, aim: 'copy', tipster }),
    book: createSignUpLink({ returnUrl, aim: 'book', tipster }),
  };
}

/**
 * Creates a link that also stores the tap: anybody can send a URL, so it alone starts no action.
 */
function createSignUpLink<Tapped extends LoginPageSearch>(search: Tapped) {
  const onClick = () => void storeAim({ ...search, at: Date.now() });
  return { to: '/account/register', search, onClick } as const;
}

/** The id of the tip that a visitor wanted to copy or book. */
export function tipIdOfAim({ returnUrl = '' }: LoginPageSearch): string {
  return returnUrl.slice(tipPagePath.length);
}

const createTipPath = '/tips/create';
const postSignUpLink = {
  to: '/account/register',
  search: { returnUrl: createTipPath, aim: 'post' },
} as const;

/** The link of the Post button: the page for a new tip, or Sign Up for a visitor. */
export function usePostLink(): { to: typeof createTipPath } | typeof postSignUpLink {
  return useSession() === undefined ? postSignUpLink : { to: createTipPath };
}

/** Returns a function that links to the form for a tip on one game; to Sign Up for a visitor. */
export function useFixturePostLink(id: string) {
  const isVisitor = useSession() === undefined;
  return (option?: number) => {
    const search = { tab: 'post' as const, ...(option !== undefined && { option }) };
    if (!isVisitor) return { to: '/tips/details/$id', params: { id }, search } as const;
    const query = new URLSearchParams(
      Object.entries(search).map(([name, value]) => [name, `${value}`]),
    );
    const returnUrl = `/tips/details/${encodeURIComponent(id)}?${query.toString()}`;
    return { to: '/account/register', search: { returnUrl, aim: 'post' } } as const;
  };
}

/**
 * Binds the aim of a registration to its email, so that only a login with this email executes it.
 * Ignores an action that was not tapped in this browser.
 */
export function reserveAim(search: LoginPageSearch, email: string): void {
  const stored = readAim();
  const isTapped = stored?.memberId === undefined && isSameAim(stored, search);
  if (isTapped || (search.returnUrl !== undefined && !hasAction(search))) {
    storeAim({ ...search, email, at: Date.now() });
  }
}

/** The aim that a registration in this browser bound to its email; empty if there is none. */
export function readReservedAim(): LoginPageSearch {
  const { returnUrl, aim, tipster, email, memberId } = readAim() ?? {};
  return email === undefined || memberId !== undefined ? {} : { returnUrl, aim, tipster };
}

/**
 * Marks the stored aim as due if it belongs to the member who logged in: after a registration the
 * email must be equal, otherwise the login page must be the one that the tap opened. Returns the
 * URL to open.
 */
export function assignAim(
  search: LoginPageSearch,
  login: { memberId: string; email: string | undefined },
): string | undefined {
  const stored = readAim();
  if (stored === undefined || !isAimOfLogin(stored, search, login)) return search.returnUrl;
  if (hasAction(stored)) dueAim.set(storeAim({ ...stored, memberId: login.memberId }));
  else clearAim();
  return search.returnUrl ?? stored.returnUrl;
}

/** Removes an aim before it is executed; false if another tab has already removed it. */
export function consumeAim(memberId: string): boolean {
  const isDue = readAim()?.memberId === memberId;
  if (isDue) clearAim();
  return isDue;
}

export function clearAim(): void {
  storedAim.set(undefined);
  dueAim.set(undefined);
}

/** The aim that is due for a member in this tab. */
export function useDueAim(memberId: string | undefined): ExecutableAim | undefined {
  const aim = useObservable(dueAim);
  return memberId !== undefined && aim?.memberId === memberId ? { ...aim, memberId } : undefined;
}

/** True if the aim includes an action; other aims only open a page. */
function hasAction({ aim }: LoginPageSearch): boolean {
  return aim === 'follow' || aim === 'copy' || aim === 'book';
}

function isSameAim(
  stored: LoginPageSearch | undefined,
  { aim, returnUrl }: LoginPageSearch,
): boolean {
  return aim !== undefined && stored?.aim === aim && stored.returnUrl === returnUrl;
}

function isAimOfLogin(
  stored: StoredAim,
  search: LoginPageSearch,
  { memberId, email }: { memberId: string; email: string | undefined },
): boolean {
  if (stored.memberId !== undefined) return stored.memberId === memberId;
  if (stored.email === undefined) return isSameAim(stored, search);
  return email !== undefined && isSameEmail(stored.email, email);
}

function isSameEmail(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function storeAim(aim: StoredAim): StoredAim {
  storedAim.set(aim);
  return aim;
}

function readAim(): StoredAim | undefined {
  const aim = storedAim.get();
  return aim && Math.abs(Date.now() - aim.at) <= aimValidityMs ? aim : undefined;
}
