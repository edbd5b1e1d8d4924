import type { Chance } from './chance.ts';

/** A fault of the network that affects one request. */
export type NetworkFault = {
  kind: NetworkFaultKind | SocketFaultKind;
  /** The kind of request that the fault affects. */
  on: 'change' | 'read' | 'any';
  /** The delay in milliseconds. */
  held?: number;
  /** The index of the server's database statement at which it happens. */
  statement?: number;
  status?: number;
  /** The text of the header; `date+30` and `date-30` mean a date 30 s after or before the response's. */
  retryAfter?: string;
  /** True if the request reaches the server. */
  arrives?: boolean;
  /** The share of the bytes that is sent. */
  part?: number;
};

export const networkFaultKinds = [
  'request-lost',
  'request-hangs',
  'request-late',
  'answer-lost',
  'answer-hangs',
  'answer-slow',
  'sent-twice',
  'sent-twice-at-once',
  'portal',
  'portal-json',
  'redirect',
  'captive-511',
  'gateway-502',
  'truncated',
  'wrong-shape',
  'no-echo',
  'wrong-echo',
  'refusal',
  'server-dies',
  'database-away',
] as const;
type NetworkFaultKind = (typeof networkFaultKinds)[number];

/** Faults that need real sockets: below HTTP, or by a proxy without the server's headers. */
type SocketFaultKind =
  | 'request-cut'
  | 'answer-cut'
  | 'answer-sliced'
  /** The response is delayed until another one has overtaken it. */
  | 'answer-overtaken'
  | 'bare-503';

const retryAfters = ['0', '1', '3', 'Fri, 31 Dec 1999 23:59:59 GMT', 'soon', '-5'];

/** A random fault for real sockets. */
export function socketFaultOf(by: Chance): NetworkFault {
  const kind = by.weigh({
    'answer-slow': 1,
    'answer-sliced': 1,
    'request-hangs': 1,
    'request-lost': 1,
    'request-cut': 1,
    'answer-cut': 2,
    'answer-lost': 1,
    'answer-hangs': 1,
    'sent-twice': 0.5,
    'sent-twice-at-once': 0.5,
    'answer-overtaken': 1,
    portal: 0.25,
    redirect: 0.25,
    'gateway-502': 0.25,
    'captive-511': 0.25,
    truncated: 1,
    'bare-503': 1,
  });
  const retryAfter = by.pick(retryAfters);
  return { kind, on: 'any', held: by.below(60), part: by.next(), retryAfter };
}

/** True if a fault affects such a request. */
export function waitsFor({ on }: NetworkFault, isChange: boolean): boolean {
  return on === 'any' || (on === 'change') === isChange;
}

/** A response of another server, or a damaged one of the server. */
export type Spoilt = { status: number; headers: Record<string, string>; body: string };

const html = { 'content-type': 'text/html; charset=utf-8' };
const json = { 'content-type': 'application/json; charset=utf-8' };
const problemJson = { 'content-type': 'application/problem+json' };

/** The response that replaces the server's; undefined if the fault does not change it. */
export function spoil(
  fault: NetworkFault,
  answer: Spoilt | undefined,
  request: { key: string | undefined; now: number },
): Spoilt | undefined {
  const echo: Record<string, string> = request.key === undefined ? {} : { 'x-op-id': request.key };
  switch (fault.kind) {
    case 'portal':
      return { status: 200, headers: html, body: '<html>Welcome to our WiFi</html>' };
    case 'portal-json':
      return { status: 200, headers: json, body: '{"status":"login required","id":"portal"}' };
    case 'captive-511':
      return { status: 511, headers: html, body: '<html>Log in to the network</html>' };
    case 'gateway-502':
      return { status: 502, headers: html, body: '<html>Bad gateway</html>' };
    case 'truncated':
      return answer && { ...answer, body: answer.body.slice(0, answer.body.length / 2) };
    case 'wrong-shape':
      return { status: 200, headers: { ...json, ...echo }, body: '{"hello":"world"}' };
    case 'no-echo':
      return answer && { ...answer, headers: without(answer.headers, 'x-op-id') };
    case 'wrong-echo':
      return answer && { ...answer, headers: { ...answer.headers, 'x-op-id': 'another' } };
    case 'refusal':
      return refusedWith(fault, echo, request.now);
    default:
      return answer;
  }
}

const codes: Readonly<Record<number, string>> = {
  409: 'operation-in-progress',
  426: 'update-needed',
  429: 'rate-limited',
  500: 'internal',
  503: 'unavailable',
};

function refusedWith(
  { status = 503, retryAfter }: NetworkFault,
  echo: Record<string, string>,
  now: number,
): Spoilt {
  const code = codes[status] ?? 'not-now';
  const message = 'Not now.';
  const problem = { type: 'about:blank', title: message, status, code, message };
  return {
    status,
    headers: {
      ...problemJson,
      ...echo,
      date: new Date(now).toUTCString(),
      ...(retryAfter !== undefined && { 'retry-after': headerOf(retryAfter, now) }),
    },
    body: JSON.stringify({ ...problem, error: { message } }),
  };
}

/** The value of Retry-After: the text itself, or a date this many seconds away. */
function headerOf(retryAfter: string, now: number): string {
  const away = /^date([+-]\d+)$/.exec(retryAfter)?.[1];
  return away === undefined ? retryAfter : new Date(now + Number(away) * 1000).toUTCString();
}

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
}
