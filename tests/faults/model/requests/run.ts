import { Agent } from 'node:http';

import { type BatchedAnswer, Problem } from '#contract/sync.ts';
import { bodyLimit } from '#server/platform/body.ts';

import { createDatabase } from '../../../testing/database/postgres.ts';
import { type HttpAnswer, overHttp } from '../../../testing/server/over-http.ts';
import { aPicture, aNoisyPicture } from '../../../testing/tips/pictures.ts';
import type { ServedRoute } from '../../../testing/server/served-routes.ts';
import { atOnce, withPostgres, writeFigures } from '../../environment.ts';
import { type Chance, chance } from '../../world/chance.ts';
import { type Caller, type Target, openTarget } from './target.ts';
import { hostileText } from './hostile.ts';
import { type RandomRequest, randomRequest } from './request.ts';

/** The result of the random requests to one route. */
type RouteReport = {
  route: string;
  /** Number of responses by status. */
  answers: Record<string, number>;
  failures: string[];
  seconds: number;
};

export function nameOf({ method, path }: ServedRoute): string {
  return `${method} ${path}`;
}

// With three routes at a time, this many requests do not overload the database, which is not tested
// here.
const requestsAtOnce = 5;
/** After this many requests, new members replace the old ones, whose tips may all be used up. */
const requestsPerCrowd = 400;
const maxFailures = 20;
const maxTries = 5;

/** Several at a time, because some routes have a minimum response time. */
const routesAtOnce = 3;

/** Sends random requests to the routes whose names contain one of these texts. */
export async function sendToAll({
  only,
  ...random
}: {
  count: number;
  seed: number;
  only: readonly string[];
}): Promise<boolean> {
  const started = performance.now();
  return withPostgres('requests', async (dataDir) => {
    const { url } = await createDatabase();
    const target = await openTarget(url, dataDir);
    const chosen = target.routes.filter((route) =>
      only.some((part) => nameOf(route).includes(part)),
    );
    const figures = { routes: chosen.length, requests: 0, failed: 0 };
    await atOnce(routesAtOnce, chosen, async (route) => {
      const report = await sendAtRandom(target, route, random);
      figures.failed += report.failures.length;
      figures.requests += show(report);
    });
    await target.close();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`\n${figures.requests} requests to ${chosen.length} routes in ${seconds} s`);
    console.log(`not as it should be ${figures.failed}`);
    writeFigures('requests', figures);
    return figures.failed === 0 && chosen.length > 0;
  });
}

/** Prints the result of a route, and returns the number of responses. */
function show({ route, answers, failures, seconds }: RouteReport): number {
  const counts = Object.entries(answers);
  const each = counts.map(([status, times]) => `${status} ${times}`).join(', ');
  console.log(`${route.padEnd(46)} ${seconds.toFixed(1).padStart(6)} s  ${each}`);
  for (const failure of failures) console.log(`\n${failure}\n`);
  return counts.reduce((sum, [, times]) => sum + times, 0);
}

/** Sends random requests to a route as different callers, and checks every response. */
export async function sendAtRandom(
  target: Target,
  route: ServedRoute,
  { count, seed }: { count: number; seed: number },
): Promise<RouteReport> {
  const name = nameOf(route);
  const started = performance.now();
  const dice = chance(seed + seedOf(name));
  const report: RouteReport = { route: name, answers: {}, failures: [], seconds: 0 };
  const agent = new Agent({ keepAlive: true, maxSockets: requestsAtOnce });
  const files = await pictures(seed);
  let crowd = await target.people();

  for (let sent = 0; sent < count && report.failures.length < maxFailures; sent += requestsAtOnce) {
    if (sent % requestsPerCrowd === 0 && sent > 0) crowd = await target.people();
    const { callers, known } = crowd;
    await target.forget(callers);
    const round = Array.from({ length: Math.min(requestsAtOnce, count - sent) }, () => {
      const source = { chance: dice, route, batched: target.batched, known, files };
      return {
        caller: callerFor(route, callers, dice),
        request: randomRequest(source),
        forged: forged(dice),
      };
    });
    await Promise.all(
      round.map(async ({ caller, request, forged }) => {
        if (caller.member) request.headers['authorization'] = forged ?? bearerOf(caller);
        await judged(target, { agent, caller, request, isForged: forged !== undefined }, report);
      }),
    );
  }
  agent.destroy();
  report.seconds = (performance.now() - started) / 1000;
  return report;
}

/** Picks a caller, more often one who may call the route. */
function callerFor({ access }: ServedRoute, callers: readonly Caller[], dice: Chance): Caller {
  const fit = access === 'administrator' ? ['administrator'] : ['Ann', 'Bob'];
  return dice.pick(dice.happens(0.5) ? callers.filter(({ who }) => fit.includes(who)) : callers);
}

function bearerOf({ member }: Caller): string {
  return `Bearer ${member?.token}`;
}

/** Returns an invalid authorization in a few of the requests, otherwise undefined. */
function forged(dice: Chance): string | undefined {
  if (!dice.happens(0.03)) return undefined;
  return `Bearer ${hostileText(dice)}`.replaceAll(/[^ -~]/g, '').slice(0, 1_000);
}

type Sent = { agent: Agent; caller: Caller; request: RandomRequest; isForged: boolean };

async function judged(target: Target, { agent, caller, request, isForged }: Sent, to: RouteReport) {
  let wrong: string | undefined;
  try {
    const answer = await answerTo(target.port, agent, request);
    to.answers[answer.status] = (to.answers[answer.status] ?? 0) + 1;
    wrong = wrongIn(answer, request);
    // The request has ended its session; without a new one, all later requests would be anonymous.
    if (answer.status === 401 && caller.member && !isForged) await target.logIn(caller.member);
  } catch (error) {
    // The server refuses an oversized body and closes the connection while the body is being sent.
    if ((request.body?.length ?? 0) > bodyLimit) return;
    wrong = `no answer: ${String(error)}`;
  }
  if (wrong !== undefined) to.failures.push(`${wrong}\n${described(caller, request)}`);
}

/** Sends a request, and repeats it a few times after a 503. */
async function answerTo(port: number, agent: Agent, request: RandomRequest): Promise<HttpAnswer> {
  const { method, url: path, headers, body } = request;
  for (let again = maxTries - 1; ; again -= 1) {
    const answer = await overHttp({ port, agent, method, path, headers, body });
    const isBusy =
      answer.status === 503 || answersIn(request, answer).some(({ status }) => status === 503);
    if (!isBusy || again === 0) return answer;
  }
}

/** The responses to the entries of a batch. */
function answersIn({ url }: RandomRequest, { status, body }: HttpAnswer): BatchedAnswer[] {
  return url === '/api/ops' && status === 200 ? JSON.parse(body.toString()) : [];
}

/** Describes what must not be in a response; undefined if the response is correct. */
function wrongIn(answer: HttpAnswer, request: RandomRequest): string | undefined {
  const { status, headers, body } = answer;
  const text = body.toString();
  if (status >= 500) return `answered ${status}: ${text.slice(0, 300)}`;
  const leak = /argon2id|node_modules|\bat \S+ \(|Failed query|src\/server/.exec(text);
  if (leak) return `answered ${status} and tells ${leak[0]}`;
  if (request.method === 'HEAD') return undefined;
  if (status >= 400) return wrongInProblem(status, headers['content-type'] ?? '', text);
  return wrongInBatch(answersIn(request, answer));
}

function wrongInProblem(status: number, type: string, text: string): string | undefined {
  if (!type.startsWith('application/problem+json')) return `answered ${status} as ${type}`;
  const read = Problem.safeParse(JSON.parse(text));
  if (!read.success) return `answered ${status} with what is no problem: ${text.slice(0, 300)}`;
  const { code, type: name, status: statusText } = read.data;
  if (statusText !== status) return `answered ${status} and says ${statusText}`;
  return name === `urn:touchline:problem:${code}` ? undefined : `calls ${code} ${name}`;
}

function wrongInBatch(answers: readonly BatchedAnswer[]): string | undefined {
  const problems = answers.filter(({ status }) => status >= 400);
  for (const { status, body } of problems) {
    if (status >= 500) return `answered ${status} in a batch: ${JSON.stringify(body)}`;
    const wrong = wrongInProblem(status, 'application/problem+json', JSON.stringify(body));
    if (wrong !== undefined) return `${wrong}, in a batch`;
  }
  return undefined;
}

function described({ who }: Caller, { method, url, headers, body }: RandomRequest): string {
  const text = body?.toString().slice(0, 600) ?? '';
  const { authorization: _token, ...rest } = headers;
  return `  ${who}: ${method} ${url.slice(0, 300)}\n  ${JSON.stringify(rest)}\n  ${text}`;
}

/** Pictures, damaged pictures, and files that only pretend to be pictures. */
async function pictures(seed: number): Promise<Buffer[]> {
  const picture = await aPicture();
  const dice = chance(seed);
  return [
    picture,
    await aPicture({ format: 'jpeg' }),
    await aPicture({ format: 'webp', width: 1, height: 1 }),
    await aNoisyPicture(60, 60),
    picture.subarray(0, 50),
    Buffer.concat([picture, Buffer.from('<script>')]),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    Buffer.alloc(0),
    Buffer.from(Array.from({ length: 300 }, () => dice.below(256))),
  ];
}

/** The seed of a route, so that a route gets the same requests alone as among all. */
function seedOf(name: string): number {
  return [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);
}
