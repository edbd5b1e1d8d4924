import { describe, expect, test } from 'vitest';

import * as accounts from '#contract/account/accounts.ts';
import * as desk from '#contract/desk.ts';
import { deskHistory, deskHistoryFile } from '#contract/desk-history.ts';
import * as sync from '#contract/sync.ts';
import * as members from '#contract/members.ts';
import * as proof from '#contract/proof/calls.ts';
import * as records from '#contract/records.ts';
import * as security from '#contract/account/security.ts';
import type { Route } from '#contract/route.ts';
import * as tips from '#contract/tips.ts';

import { allOperations } from '#server/operations/batch.ts';
import { type RoutePlugin, serveRoute } from '#server/serve.ts';
import type { Services } from '#server/services.ts';

import type { Member } from '../../testing/people/members.ts';
import type { RequestOptions } from '../../testing/server/api.ts';
import { profile } from '../../testing/server/busy-server.ts';
import { digestOf } from '../../testing/database/database-digest.ts';
import { servedRoutes } from '../../testing/server/served-routes.ts';
import { aCommunity, type Community } from '../../testing/tips/tips.ts';
import {
  clubNameRows,
  fixtureRows,
  noticeRows,
  poolRows,
  recordRows,
  type Statuses,
} from './access-rows.ts';

/** All modules of the contract. */
const contracts = import.meta.glob<Record<string, unknown>>('../../../src/contract/**/*.ts', {
  eager: true,
});

type AccessCase = { community: Community; tip: tips.Tip; by: Member | undefined };
type Row = {
  route: Route;
  /** The request path; by default the path of the route with the caller's tip. */
  path?: (subject: AccessCase) => string;
  body?: (subject: AccessCase) => unknown;
  answers: Statuses;
};

/** The server of all calls; a call may end its caller's session or account. */
const server = await aCommunity();

/** All calls that can be in a batch. */
const batched = new Set<Route>(allOperations.map(({ route }) => route));

const everybody = (status: number): Statuses => [status, status, status, status, status];
const legOf = ({ tip }: AccessCase) => ({ fixtureId: tip.options[0]?.fixtureId ?? '' });
const passwords = { password: 'a long enough one', password_confirmation: 'a long enough one' };

const credential = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} };
const signed = { clientDataJSON: 'x' };

function followPath(tipsterId: string): string {
  return `/api/users/followOrUnfollow?Id=${tipsterId}&isFollow=true`;
}

const decided = { oddsId: 1, result: 'void', reason: 'x' };
const correctedTo = { oddsId: 1, result: 'void' };
const deskCalls = [
  { route: desk.setResult, body: { status: 'postponed' } },
  { route: desk.setPrices, body: { prices: [{ oddsId: 1, odd: 3 }] } },
  { route: desk.settleFixture, body: { version: 1, results: [decided] } },
  { route: desk.correctFixture, body: { version: 1, reason: 'x', results: [correctedTo] } },
  ...[desk.confirmTips, desk.reopenTips].map((route) => ({ route, body: undefined })),
];

/** Rows of routes without parameters that have equal statuses. */
const alike = (answers: Statuses, ...routes: readonly Route[]): Row[] =>
  routes.map((route) => ({ route, answers }));
const ofMembers: Statuses = [401, 200, 200, 200, 200];
const wrongOfMembers: Statuses = [401, 422, 422, 422, 422];

const table: Row[] = [
  ...alike(
    ofMembers,
    accounts.renewLogin,
    accounts.logout,
    accounts.exportOwnData,
    security.securitySettings,
  ),
  ...alike(ofMembers, tips.ownTips, tips.followedTips, members.followedTipsters, sync.pull),
  ...alike([401, 403, 200, 404, 404], tips.bookTip, tips.withdrawTip),
  ...alike(everybody(200), members.listTipsters, tips.oneTip, tips.recentTips, sync.ping),
  ...alike(everybody(200), proof.checkpointList, proof.leafList),
  {
    route: accounts.register,
    body: () => ({
      email: `${crypto.randomUUID()}@example.org`,
      userName: 'x',
      phoneNumber: '+2348012345678',
      ...passwords,
    }),
    answers: everybody(200),
  },
  {
    // The password is wrong for every caller.
    route: accounts.login,
    body: () => ({ email: 'nobody@example.org', password: 'wrong' }),
    answers: everybody(401),
  },
  {
    route: accounts.resendVerification,
    body: () => ({ email: 'nobody@example.org' }),
    answers: everybody(200),
  },
  {
    route: accounts.validateEmail,
    body: () => ({ access_token: 'no such link' }),
    answers: everybody(400),
  },
  {
    route: accounts.forgotPassword,
    body: () => ({ email: 'nobody@example.org' }),
    answers: everybody(202),
  },
  {
    route: accounts.resetPassword,
    body: () => ({ token: 'no such link', password: passwords.password }),
    answers: everybody(400),
  },
  {
    // The session's proof is wrong for every caller.
    route: accounts.endSession,
    body: () => ({ session: crypto.randomUUID(), end: 'nothing of ours' }),
    answers: everybody(400),
  },
  {
    // A password of an unverified address is set by the link that verifies it.
    route: security.changePassword,
    body: () => ({ currentPassword: 'wrong', password: passwords.password }),
    answers: [401, 403, 422, 422, 422],
  },
  {
    route: security.changeEmail,
    body: () => ({ password: 'wrong', email: 'nobody@example.org' }),
    answers: wrongOfMembers,
  },
  ...[
    security.confirmEmail,
    security.revertEmailChange,
    security.removeGuard,
    security.listResetGuards,
  ].map((route) => ({ route, body: () => ({ token: 'no such link' }), answers: everybody(400) })),
  ...[security.beginAuthenticator, security.removeAuthenticator, security.beginPasskey].map(
    (route) => ({ route, body: () => ({ password: 'wrong' }), answers: wrongOfMembers }),
  ),
  {
    route: security.confirmAuthenticator,
    body: () => ({ code: '000000' }),
    answers: wrongOfMembers,
  },
  {
    route: security.addPasskey,
    body: () => ({ response: { ...credential, response: { ...signed, attestationObject: 'x' } } }),
    answers: wrongOfMembers,
  },
  {
    route: security.removePasskey,
    body: () => ({ id: 'no such key', password: 'wrong' }),
    answers: wrongOfMembers,
  },
  { route: security.beginPasskeyLogin, body: () => ({}), answers: everybody(200) },
  {
    route: security.passkeyLogin,
    body: () => ({
      response: { ...credential, response: { ...signed, authenticatorData: 'x', signature: 'x' } },
    }),
    answers: everybody(422),
  },
  {
    route: security.endDeviceSession,
    path: () => `/api/auth/devices/${crypto.randomUUID()}`,
    answers: [401, 404, 404, 404, 404],
  },
  {
    route: security.logoutEverywhere,
    body: () => ({ stayHere: true }),
    answers: ofMembers,
  },
  {
    route: members.oneTipster,
    path: ({ tip }) => `/api/tipsters/${tip.tipsterId}`,
    answers: everybody(200),
  },
  ...recordRows,
  {
    route: proof.tipHistory,
    path: ({ tip }) => `/api/tips/${tip.id}/history`,
    answers: everybody(200),
  },
  {
    route: proof.tipHistories,
    path: ({ tip }) => `/proof/histories?tips=${tip.id}`,
    answers: everybody(200),
  },
  // No checkpoint exists yet, so every permitted reader gets 404.
  { route: proof.newestCheckpoint, answers: everybody(404) },
  {
    route: proof.consistencyProof,
    path: () => '/proof/consistency?from=0&to=1',
    answers: everybody(404),
  },
  {
    route: members.takeTimeOut,
    body: () => ({ length: '24h' }),
    answers: ofMembers,
  },
  {
    // Every member has access, but the password is wrong.
    route: accounts.deleteAccount,
    body: () => ({ password: 'wrong' }),
    answers: wrongOfMembers,
  },
  {
    route: members.followTipster,
    path: ({ community, by }) => {
      const { tipster, other } = community;
      return followPath(by === tipster ? other.id : tipster.id);
    },
    answers: [401, 403, 200, 200, 200],
  },
  { route: members.saveProfile, body: () => profile, answers: ofMembers },
  // The token is checked before the form; this request has no form.
  { route: members.saveProfileWithPicture, answers: [401, 415, 415, 415, 415] },
  ...fixtureRows,
  {
    route: tips.postTip,
    body: (subject) => ({ options: [{ ...legOf(subject), oddName: '1X2 - 2' }] }),
    answers: [401, 403, 201, 201, 201],
  },
  {
    route: tips.eraseAnalysis,
    body: () => ({ reason: 'It names a neighbour.' }),
    answers: [401, 404, 200, 404, 200],
  },
  {
    route: tips.editTip,
    body: (subject) => ({ options: [{ ...legOf(subject), odd: 3 }] }),
    answers: [401, 403, 403, 403, 200],
  },
  {
    // The caller has access, but the tip is in another state.
    route: tips.confirmTip,
    body: () => ({ IsGameSuccessful: true }),
    answers: [401, 403, 403, 403, 409],
  },
  {
    route: records.leaguePage,
    path: () => '/api/competitions/soccer_epl',
    answers: everybody(200),
  },
  ...[tips.adminTips, desk.desk, desk.earlierFixtures, deskHistory, deskHistoryFile].map(
    (route): Row => ({ route, answers: [401, 403, 403, 403, 200] }),
  ),
  {
    route: desk.previewCorrection,
    path: (subject) => `/api/admin/corrections/${legOf(subject).fixtureId}`,
    answers: [401, 403, 403, 403, 200],
  },
  ...deskCalls.map(({ route, body }): Row => ({
    route,
    path: (subject) => route.path.replace(':fixtureId', legOf(subject).fixtureId),
    body: ({ tip: { id } }) => body ?? { ids: [id] },
    answers: [401, 403, 403, 403, 200],
  })),
  ...clubNameRows,
  ...noticeRows,
  ...poolRows,
  {
    // Every member has access; the operations are refused one by one.
    route: sync.sendBatch,
    body: () => [{ id: 'k', method: 'PUT', path: followPath(crypto.randomUUID()) }],
    answers: ofMembers,
  },
];
const named = table.map((row) => ({ ...row, name: `${row.route.method} ${row.route.path}` }));

describe('access to each route', () => {
  test.each(named)(
    '$name answers visitor, unverified, owner, other and administrator with $answers',
    async ({ route, path, body, answers }) => {
      const { community, callers } = await everyCaller();
      const statuses: number[] = [];
      const changed: number[] = [];

      let digest: string | undefined;
      for (const [index, subject] of callers.entries()) {
        const { by } = subject;
        // Rows are compared only for an expected refusal; an unexpected one fails by its status.
        const isRefusal = (answers[index] ?? 0) >= 400;
        const before = isRefusal ? (digest ?? (await digestRows(community))) : undefined;
        const url = path?.(subject) ?? route.path.replace(':id', subject.tip.id);
        const status = await send(community, route, url, {
          ...(by && { token: by.token }),
          ...(body && { body: body(subject) }),
        });
        statuses.push(status);
        digest = isRefusal ? await digestRows(community) : undefined;
        if (digest !== before) changed.push(status);
      }

      expect(statuses).toEqual(answers);
      expect(changed, 'nothing changes for who is refused').toEqual([]);
    },
  );

  test.each(named.filter(({ route }) => batched.has(route)))(
    '$name in a batch has the same statuses',
    async ({ route: { method, ...route }, path, body, answers }) => {
      const { community, callers } = await everyCaller();

      const statuses: unknown[] = [];
      for (const subject of callers) {
        const operation = {
          id: crypto.randomUUID(),
          method,
          path: path?.(subject) ?? route.path.replace(':id', subject.tip.id),
          ...(body && { body: body(subject) }),
        };
        const answer = await community.api.post('/api/ops', {
          ...(subject.by && { token: subject.by.token }),
          body: [operation],
        });
        statuses.push(Object(answer.body)[0]?.status ?? answer.status);
      }

      expect(statuses).toEqual(answers);
    },
  );

  test('has an expected status for every route of the server', async () => {
    const { services } = server;
    const declared = Object.values(contracts)
      .flatMap((contract) => Object.values(contract))
      .filter((each) => typeof each === 'object' && each !== null && 'access' in each);

    expect(await withoutRow(services)).toEqual(['GET /pictures/:file']);
    expect(new Set(table.map(({ route }) => route))).toEqual(new Set(declared));
  });

  test('lists a new route that has no expected status', async () => {
    const { services } = server;
    const added: RoutePlugin = async (app) => {
      serveRoute(app, { ...tips.ownTips, path: '/api/planted' }, async () => []);
    };

    expect(await withoutRow(services, [added])).toEqual(['GET /api/planted']);
  });
});

/** Routes of the server without a row in the table. */
async function withoutRow(
  services: Services,
  resources?: readonly RoutePlugin[],
): Promise<string[]> {
  const subject = new Set(named.map(({ name }) => name));
  const served = await servedRoutes(services, resources);
  return served.map(({ method, path }) => `${method} ${path}`).filter((name) => !subject.has(name));
}

/** A visitor, an unverified member, the owner, another member and an administrator, all new. */
async function everyCaller(): Promise<{ community: Community; callers: AccessCase[] }> {
  const { aMember } = server;
  const unverified = await aMember({ verified: false });
  const tipster = await aMember();
  const other = await aMember();
  const administrator = await aMember({ role: 'administrator' });
  const community = { ...server, tipster, other, administrator };
  // The tips are created first, because a call may end the session of its caller.
  const callers: AccessCase[] = [];
  for (const by of [undefined, unverified, tipster, other, administrator]) {
    callers.push({ community, tip: await server.aTip({ by: tipster }), by });
  }
  return { community, callers };
}

async function digestRows({ api }: Community): Promise<string> {
  return (await digestOf(api.database)).join();
}

async function send({ api }: Community, { method }: Route, url: string, options: RequestOptions) {
  const asking = { GET: api.get, POST: api.post, PUT: api.put, DELETE: api.delete }[method];
  return (await asking(url, options)).status;
}
