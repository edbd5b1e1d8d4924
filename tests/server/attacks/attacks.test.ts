import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { digestOf } from '../../testing/database/database-digest.ts';
import { overHttp } from '../../testing/server/over-http.ts';
import { anAttackGround, type Try } from './attack.ts';
import { attacksOnAccounts } from './accounts.ts';
import { attacksOnIdentity } from './identity.ts';
import { attacksOnPages } from './pages.ts';
import { attacksByRequests } from './requests.ts';
import { attacksOnServer } from './server.ts';
import { attacksOnTips } from './tips.ts';

const attacks = [
  ...attacksOnTips,
  ...attacksOnAccounts,
  ...attacksOnIdentity,
  ...attacksOnPages,
  ...attacksByRequests,
  ...attacksOnServer,
].toSorted((one, other) => one.number - other.number);
const ground = await anAttackGround();

test('there are 95 attacks, each with tries, covering tests or a reason', () => {
  expect(attacks.map(({ number }) => number)).toEqual(Array.from({ length: 95 }, (_, n) => n + 1));
  const open = attacks.filter(({ tries, coveredBy, beyond }) => !(tries ?? coveredBy ?? beyond));
  expect(open).toEqual([]);
});

describe('an attack is refused as expected and changes nothing', () => {
  const tried = attacks.flatMap(({ number, attack, tries }) =>
    tries ? [{ number, attack, tries: tries(ground) }] : [],
  );

  test.each(tried)('S$number: $attack', async ({ tries }) => {
    const before = await digestOf(ground.community.api.database);

    for (const each of tries) {
      const request = `${each.method ?? 'GET'} ${each.path.slice(0, 200)}`;
      expect({ request, ...(await answerTo(each)) }).toMatchObject({
        request,
        answers: each.answers,
        missing: [],
        told: null,
      });
      expect({ request, rows: await digestOf(ground.community.api.database) }).toEqual({
        request,
        rows: before,
      });
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

test.each(
  attacks.flatMap(({ number, coveredBy = {} }) =>
    Object.entries(coveredBy).flatMap(([file, titles]) =>
      titles.map((title) => ({ number, file, title })),
    ),
  ),
)('S$number is covered by "$title" in $file', ({ file, title }) => {
  expect(titlesIn(file)).toContain(title);
});

/** Sends a try; returns status, code and faults such as missing headers or leaked internals. */
async function answerTo({ by, method = 'GET', path, body, headers, answers, fields = [] }: Try) {
  const isText = typeof body === 'string' || body === undefined;
  const sent = isText ? body : JSON.stringify(body);
  const answer = await overHttp({
    port: ground.port,
    method,
    path,
    headers: {
      ...(by && { authorization: `Bearer ${by.token}` }),
      ...(!isText && { 'content-type': 'application/json' }),
      // Without this header, Node would send the body of a DELETE as another request.
      ...(sent !== undefined && { 'content-length': Buffer.byteLength(sent) }),
      ...headers,
    },
    body: sent,
  });
  const text = answer.body.toString();
  const { status } = answer;
  const cached = String(answer.headers['cache-control']);
  const isProblem = String(answer.headers['content-type']).startsWith('application/problem+json');
  const problem: Record<string, unknown> = isProblem ? JSON.parse(text) : {};
  const strict = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
  return {
    answers:
      status < 400 || !answers.includes(' ')
        ? String(status)
        : `${status} ${String(problem['code'])}`,
    missing: [
      ...Object.entries(strict).flatMap(([name, value]) =>
        answer.headers[name] === value ? [] : [name],
      ),
      ...['server', 'x-powered-by'].filter((name) => name in answer.headers),
      ...(by && path.startsWith('/api') && !/no-store|private/.test(cached)
        ? ['cache-control']
        : []),
      ...fields.filter((field) => !(field in Object(problem['errors']))),
      ...(status < 400 || problem['type'] === `urn:touchline:problem:${String(problem['code'])}`
        ? []
        : ['a type of the contract']),
    ],
    told: /argon2|select |insert |node_modules|src\/server|root:/i.exec(text)?.[0] ?? null,
  };
}

const files = new Map<string, readonly string[]>();

/** Returns the titles of the tests in a file. */
function titlesIn(file: string): readonly string[] {
  const known = files.get(file);
  if (known) return known;
  const text = readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8');
  const titles = [...text.matchAll(/(?:^\s*|\()(['"`])(.+?)\1,/gm)].map(
    ([, , title = '']) => title,
  );
  files.set(file, titles);
  return titles;
}
