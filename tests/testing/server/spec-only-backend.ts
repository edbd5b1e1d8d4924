import { anHttpServer, type Received, type Reply } from './an-http-server.ts';
import { leagues, sportOf } from './spec-only-odds.ts';

/** An account with the field names of a spec-only backend. */
export type Account = {
  _id: string;
  email: string;
  password: string;
  userName: string;
  firstName: string;
  lastName: string;
  country: string;
  phoneNumber: string;
  state: string;
  address: string;
  picture: string | null;
  isTipster: 0 | 1;
  createdAt: string;
};

type Leg = {
  game: string;
  group: string;
  oddName: string;
  odd: number;
  startDateOfGame: string;
  status: boolean;
  confirmationTime?: string;
};

type Tip = {
  _id: string;
  owner: string;
  options: Leg[];
  totalOdds: number;
  creationTime: string;
  expiryTime: string;
  IsBooked: boolean;
  IsGameSuccessful: boolean;
  totalGamesWon: number;
  totalGamesLost: number;
  gameRankPercentage: number;
};

/** A fault of one change. */
type Mishap = 'answer lost' | 'never arrives' | Reply;

/** Builds the response to a new tip, with or without the tip's id. */
type CreationAnswer = (tip: Tip) => Reply;

type Call = (request: Received, caller: Account | undefined, id: string) => Reply;

const json = (body: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
});
const nothing: Reply = { status: 200, text: '' };
const problem = (status: number, message: string): Reply => json({ error: { message } }, status);
const noPage: Reply = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  text: '<!DOCTYPE html><pre>Cannot find that page</pre>',
};

const profileFields = [
  'firstName',
  'lastName',
  'country',
  'phoneNumber',
  'state',
  'address',
] as const;

/**
 * A backend that implements only the specification's list of calls. Unknown addresses return an
 * HTML page; the backend chooses ids and returns 1 for true; there are no keys, ETags, versions or
 * cursors. It refuses fields that the specification does not name.
 */
export async function aSpecOnlyBackend(clock: () => number = Date.now) {
  const accounts: Account[] = [];
  const tips: Tip[] = [];
  const follows = new Set<string>();
  /** Executed changes in order. */
  const effects: string[] = [];
  const mishaps: Mishap[] = [];
  const games: unknown[] = [];
  let made = 0;
  let endedTokens: string | undefined;
  let listsAreOff = false;
  let creationAnswer: CreationAnswer = (tip) => json(tip, 201);

  const server = await anHttpServer((request) => {
    const mishap = request.method === 'GET' ? undefined : mishaps.shift();
    if (mishap === 'never arrives') return 'break';
    if (mishap !== undefined && mishap !== 'answer lost') return mishap;
    const answer = answerTo(request);
    return mishap === 'answer lost' ? 'break' : answer;
  });

  function answerTo(request: Received): Reply {
    for (const [method, pattern, call, access] of calls) {
      const found = pattern.exec(request.path);
      if (request.method !== method || !found) continue;
      const caller = callerOf(request);
      if (access === 'member' && !caller) return problem(401, 'Unauthorized');
      return call(request, caller, found[1] ?? '');
    }
    return noPage;
  }

  const calls: readonly [string, RegExp, Call, 'open' | 'member'][] = [
    ['POST', /^\/api\/auth$/, logIn, 'open'],
    ['POST', /^\/api\/users$/, register, 'open'],
    ['POST', /^\/api\/auth\/sendEmailVerificationToken$/, () => nothing, 'open'],
    ['POST', /^\/api\/auth\/validateEmailToken$/, () => json({ message: 'Verified' }), 'open'],
    ['POST', /^\/api\/tips$/, createTip, 'member'],
    ['GET', /^\/api\/tips$/, listTips, 'member'],
    ['GET', /^\/api\/tips\/(\w+)$/, oneTip, 'member'],
    ['PUT', /^\/api\/tips\/bookTicket\/([\w-]+)$/, book, 'member'],
    ['PUT', /^\/api\/tips\/confirmTip\/([\w-]+)$/, confirm, 'member'],
    ['PUT', /^\/api\/tips\/(\w+)$/, update, 'member'],
    ['GET', /^\/api\/tipsters$/, () => json(accounts.map(publicOf)), 'open'],
    ['GET', /^\/api\/tipsters\/(\w+)$/, oneTipster, 'open'],
    ['PUT', /^\/api\/users\/followOrUnfollow$/, follow, 'member'],
    ['PUT', /^\/api\/users\/updateProfileWithoutImage$/, saveProfile, 'member'],
    ['PUT', /^\/api\/users$/, savePicture, 'member'],
    ['GET', /^\/v3\/sports$/, () => json({ success: true, data: leagues }), 'open'],
    ['GET', /^\/v3\/odds\/$/, listGames, 'open'],
  ];

  function listGames({ query }: Received): Reply {
    const sport = query.get('sport');
    return json({ success: true, data: games.filter((game) => sportOf(game) === sport) });
  }

  function callerOf({ headers }: Received): Account | undefined {
    const token = headers.authorization?.replace(/^Bearer /, '');
    if (token === endedTokens) return undefined;
    return accounts.find((account) => tokenOf(account) === token);
  }

  function newId(): string {
    made += 1;
    return `64b0c0ffee${made.toString(16).padStart(14, '0')}`;
  }

  function logIn({ body }: Received): Reply {
    const { email, password, rememberMe: _, ...rest } = fieldsOf(body);
    const account = accounts.find((each) => each.email === email && each.password === password);
    if (!account || Object.keys(rest).length > 0) {
      return problem(400, 'Username or password is incorrect');
    }
    return json({ access_token: tokenOf(account), userId: account._id });
  }

  function register({ body }: Received): Reply {
    const { email } = fieldsOf(body);
    if (accounts.some((account) => account.email === email)) {
      return json({ email: ['Email has already been taken'] }, 400);
    }
    effects.push(`register ${String(email)}`);
    return json({ message: 'Registered' }, 201);
  }

  function createTip({ body }: Received, caller: Account | undefined): Reply {
    const { options, stake: _s, priceSold: _p, ...rest } = fieldsOf(body);
    const legs = legsIn(options);
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined) return problem(400, `"${unknown}" is not allowed`);
    if (!legs) return problem(400, '"options" is invalid');
    const tip: Tip = {
      _id: newId(),
      owner: caller?._id ?? '',
      options: legs,
      totalOdds: legs.reduce((product, { odd }) => product * odd, 1),
      creationTime: new Date(clock()).toISOString(),
      expiryTime: legs.map((leg) => leg.startDateOfGame).toSorted()[0] ?? '',
      IsBooked: false,
      IsGameSuccessful: false,
      totalGamesWon: 0,
      totalGamesLost: 0,
      gameRankPercentage: 0,
    };
    tips.unshift(tip);
    effects.push(`create ${tip._id}`);
    return creationAnswer(tip);
  }

  /** A spec-only backend has one list: all tips for the site's owner, own tips for others. */
  function listTips({ query }: Received, caller: Account | undefined): Reply {
    if (listsAreOff) return problem(500, 'Something went wrong');
    const theirs = tips.filter(({ owner }) => caller === accounts[0] || owner === caller?._id);
    return json(theirs.slice(0, Number(query.get('limit'))).map(withoutOwner));
  }

  function oneTip(_: Received, _caller: Account | undefined, id: string): Reply {
    const tip = tips.find(({ _id }) => _id === id);
    return tip ? json(withoutOwner(tip)) : json({ message: 'No such ticket' }, 404);
  }

  function book(_: Received, _caller: Account | undefined, id: string): Reply {
    const tip = tips.find(({ _id }) => _id === id);
    if (!tip) return json({ message: 'No such ticket' }, 404);
    if (tip.IsBooked) return json({ message: 'This ticket has been booked before' }, 409);
    tip.IsBooked = true;
    effects.push(`book ${id}`);
    return nothing;
  }

  function update(request: Received, _caller: Account | undefined, id: string): Reply {
    if (!isForm(request)) return problem(415, 'Unsupported Media Type');
    const tip = tips.find(({ _id }) => _id === id);
    const { options, stake, priceSold } = formOf(request);
    const legs = stake === '0' && priceSold === '0' ? legsIn(options) : undefined;
    if (!tip || !legs) return json({ message: 'No such ticket' }, 404);
    if (legs.length !== tip.options.length) return problem(400, 'The list of games is incomplete');
    tip.options = legs.map((leg) => ({
      ...leg,
      ...(leg.status && { confirmationTime: new Date(clock()).toISOString() }),
    }));
    effects.push(`update ${id}`);
    return json(withoutOwner(tip));
  }

  function confirm({ body }: Received, _caller: Account | undefined, id: string): Reply {
    const tip = tips.find(({ _id }) => _id === id);
    if (!tip || fieldsOf(body)['IsGameSuccessful'] !== true) {
      return json({ message: 'No such ticket' }, 404);
    }
    if (tip.options.some(({ status }) => !status)) return json('A game is not confirmed', 400);
    tip.IsGameSuccessful = true;
    effects.push(`confirm ${id}`);
    return nothing;
  }

  function oneTipster(_: Received, _caller: Account | undefined, id: string): Reply {
    const account = accounts.find(({ _id }) => _id === id);
    return account ? json(publicOf(account)) : json({ message: 'No such user' }, 404);
  }

  function follow({ query }: Received, caller: Account | undefined): Reply {
    const pair = `${caller?._id} ${query.get('Id')}`;
    const isFollow = query.get('isFollow') === 'true';
    if (isFollow && follows.has(pair)) {
      return json({ error: ['You already followed this user'] }, 400);
    }
    if (isFollow) follows.add(pair);
    else follows.delete(pair);
    effects.push(`follow ${query.get('Id')} ${isFollow}`);
    return nothing;
  }

  function saveProfile({ body }: Received, caller: Account | undefined): Reply {
    const { id, email, isTipster, ...rest } = fieldsOf(body);
    const unknown = Object.keys(rest).find((name) => !profileFields.some((each) => each === name));
    if (unknown !== undefined) return problem(400, `"${unknown}" is not allowed`);
    if (!caller || id !== caller._id || email !== caller.email) return problem(403, 'Forbidden');
    const missing = profileFields.filter((name) => !rest[name]);
    if (missing.length > 0) {
      return json(
        { errors: Object.fromEntries(missing.map((name) => [name, ['[Required]']])) },
        400,
      );
    }
    for (const name of profileFields) caller[name] = String(rest[name]);
    caller.isTipster = isTipster === true ? 1 : 0;
    effects.push(`profile ${caller._id}`);
    return nothing;
  }

  function savePicture(request: Received, caller: Account | undefined): Reply {
    if (!caller || !isForm(request)) {
      return problem(415, 'Unsupported Media Type');
    }
    caller.picture = `/files/${caller._id}.jpg`;
    effects.push(`picture ${caller._id}`);
    return nothing;
  }

  return {
    url: server.url,
    effects,
    tips,
    requests: server.requests,
    /** Faults of the next changes, in order. */
    mishaps,
    /** Received changes in order. */
    changesSent: () => server.requests.filter(({ method }) => method !== 'GET'),
    /** Requests whose address the specification does not name. */
    strangeCalls: () =>
      server.requests
        .filter(({ method, path }) =>
          calls.every((call) => call[0] !== method || !call[1].test(path)),
        )
        .map(({ method, path }) => `${method} ${path}`),
    /** Headers that a spec-only backend does not know, and may not allow from another origin. */
    strangeHeaders: () =>
      server.requests.flatMap(({ headers }) =>
        ['idempotency-key', 'if-match', 'if-none-match'].filter((name) => name in headers),
      ),
    /** Creates an account; the first one owns the site. */
    joins(details: Partial<Account> = {}): { account: Account; token: string } {
      const _id = newId();
      const account: Account = {
        _id,
        email: `${_id}@example.org`,
        password: 'password',
        userName: 'someone',
        firstName: 'Ada',
        lastName: 'Obi',
        country: 'NG',
        phoneNumber: '+2348012345678',
        state: 'Lagos',
        address: '1 Marina',
        picture: null,
        isTipster: 1,
        createdAt: new Date(clock()).toISOString(),
        ...details,
      };
      accounts.push(account);
      return { account, token: tokenOf(account) };
    },
    follows: (one: Account, other: Account) => follows.has(`${one._id} ${other._id}`),
    /** Refuses requests with this token from now on. */
    endsSession(token: string) {
      endedTokens = token;
    },
    /** Makes its lists fail from now on; with `false`, they respond again. */
    cutsListsOff(isOff = true) {
      listsAreOff = isOff;
    },
    namesCreationsAs(answer: CreationAnswer) {
      creationAnswer = answer;
    },
    offers(game: unknown) {
      games.push(game);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A JWT with the account's claims; no test checks its signature. */
function tokenOf({ _id, email }: Account): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ id: _id, email, exp: 4_000_000_000 })}.signature`;
}

function publicOf({ password: _password, ...account }: Account) {
  return { ...account, tips: [] };
}

function withoutOwner({ owner: _, ...tip }: Tip): Omit<Tip, 'owner'> {
  return tip;
}

function fieldsOf(body: string): Record<string, unknown> {
  const read: unknown = body === '' ? {} : JSON.parse(body);
  return typeof read === 'object' && read !== null ? { ...read } : {};
}

function isForm({ headers }: Received): boolean {
  return headers['content-type']?.startsWith('multipart/form-data;') === true;
}

/** Parses the fields of a form; `options` is JSON text. */
function formOf({ body }: Received): { options?: unknown; stake?: string; priceSold?: string } {
  const fields = Object.fromEntries(
    [...body.matchAll(/name="(\w+)"\r\n\r\n(.*)\r\n/g)].map(([, name, text]) => [name, text]),
  );
  return { ...fields, options: JSON.parse(fields['options'] ?? 'null') };
}

const legFields = ['game', 'group', 'oddName', 'odd', 'startDateOfGame', 'status'];

function legsIn(options: unknown): Leg[] | undefined {
  if (!Array.isArray(options) || options.length === 0 || !options.every(isLeg)) return undefined;
  return options;
}

function isLeg(leg: unknown): leg is Leg {
  return (
    typeof leg === 'object' &&
    leg !== null &&
    Object.keys(leg).toSorted().join() === legFields.toSorted().join()
  );
}
