import {
  createSearchParser,
  createTextParser,
  createWholeNumberParser,
} from '#contract/site/search-parsers.ts';
import { useObserved } from '#client/use-observed.ts';
import { createObservable } from '#sync/observable.ts';
import { type LoginSearch, parseLoginSearch } from './guard.ts';
import { createPersistedValue } from './persisted.ts';
import { useSession } from './session.ts';

/** The lifetime of a mailed link. */
const validityMs = 24 * 60 * 60_000;

/** A page that a visitor left to sign up or log in, and the action they tapped. */
type StoredAim = LoginSearch & {
  at: number;
  /** Set after a registration: only a login with this email carries the aim out. */
  email?: string | undefined;
  /** Set after a login; the aim is due. */
  memberId?: string | undefined;
};

/** An aim to be carried out for a member. */
export type DueAim = StoredAim & { memberId: string };

const parseAimOwner = createSearchParser({
  at: createWholeNumberParser(Number.MAX_SAFE_INTEGER),
  email: createTextParser(320),
  memberId: createTextParser(100),
});

/** Parsed by hand, because a first screen loads no schemas. */
const storedAim = createPersistedValue('touchline-aim', (stored): StoredAim | undefined => {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const fields = Object.fromEntries(Object.entries(stored));
  const { at = 0, ...meantFor } = parseAimOwner(fields);
  return { ...parseLoginSearch(fields), ...meantFor, at };
});

/**
 * Due in this tab since its login or since it was opened. A tab with another login carries out its
 * own.
 */
const dueAim = createObservable(readAim());

/** The link for a visitor's tap on Follow; it finally returns to the tipster. */
export function createFollowSignUpLink(tipster: string) {
  return createSignUpLink({ returnUrl: `/tipster/profile/${tipster}`, aim: 'follow', tipster });
}

const tipPagePath = '/tip/';

/** The links for a visitor's tap on Copy or Book; they finally return to the tip. */
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

/** Stores the tap, because an address alone must not carry anything out: anybody can write one. */
function createSignUpLink<Tapped extends LoginSearch>(search: Tapped) {
  const onClick = () => void storeAim({ ...search, at: Date.now() });
  return { to: '/account/register', search, onClick } as const;
}

/** The id of the tip of a copy or a booking. */
export function tipIdOfAim({ returnUrl = '' }: LoginSearch): string {
  return returnUrl.slice(tipPagePath.length);
}

const createTipPath = '/tips/create';
const postSignUpLink = {
  to: '/account/register',
  search: { returnUrl: createTipPath, aim: 'post' },
} as const;

/** The link of Post; Sign Up for a visitor. */
export function usePostLink(): { to: typeof createTipPath } | typeof postSignUpLink {
  return useSession() === undefined ? postSignUpLink : { to: createTipPath };
}

/** The link of Post on one game, with the tapped option; Sign Up for a visitor. */
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
 * Stores what a visitor wanted before the registration, so that only a login with this email
 * continues it. Does nothing for an action that was not tapped in this browser.
 */
export function reserveAim(search: LoginSearch, email: string): void {
  const stored = readAim();
  const isTapped = stored?.memberId === undefined && isSameAim(stored, search);
  if (isTapped || (search.returnUrl !== undefined && !hasAction(search))) {
    storeAim({ ...search, email, at: Date.now() });
  }
}

/** The aim reserved by a registration in this browser; empty without one. */
export function readReservedAim(): LoginSearch {
  const { returnUrl, aim, tipster, email, memberId } = readAim() ?? {};
  return email === undefined || memberId !== undefined ? {} : { returnUrl, aim, tipster };
}

/**
 * Makes the stored aim due for the member who logged in, if it is meant for them: after a
 * registration for its email, otherwise for a login on the page that the tap opened. Returns the
 * address to open.
 */
export function assignAim(
  search: LoginSearch,
  login: { memberId: string; email: string | undefined },
): string | undefined {
  const stored = readAim();
  if (stored === undefined || !isAimOfLogin(stored, search, login)) return search.returnUrl;
  if (hasAction(stored)) dueAim.set(storeAim({ ...stored, memberId: login.memberId }));
  else clearAim();
  return search.returnUrl ?? stored.returnUrl;
}

/** Removes an aim in order to carry it out; false if another tab has taken it. */
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
export function useDueAim(memberId: string | undefined): DueAim | undefined {
  const aim = useObserved(dueAim);
  return memberId !== undefined && aim?.memberId === memberId ? { ...aim, memberId } : undefined;
}

/** Whether an action follows the login; other aims end with opening their page. */
function hasAction({ aim }: LoginSearch): boolean {
  return aim === 'follow' || aim === 'copy' || aim === 'book';
}

function isSameAim(stored: LoginSearch | undefined, { aim, returnUrl }: LoginSearch): boolean {
  return aim !== undefined && stored?.aim === aim && stored.returnUrl === returnUrl;
}

function isAimOfLogin(
  stored: StoredAim,
  search: LoginSearch,
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
  return aim && Math.abs(Date.now() - aim.at) <= validityMs ? aim : undefined;
}
