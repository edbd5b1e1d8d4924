import { Server, ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import { Client } from 'pg';

/*
 * Loaded into a server first: kills the process at a numbered point of its work. There is a point
 * before each database statement, before a response begins and in the middle of it. The parent
 * sends the point over the process's channel.
 */

/** The point to die at; with a key, counted from that operation's arrival to its response. */
export type Order = { dieAt: number; key?: string };

let order: Order | undefined;
/** The request whose points are counted, or all of them. */
let counting: object | 'everything' | undefined;
let passed = 0;

process.on('message', (next: Order) => {
  order = next;
  counting = next.key === undefined ? 'everything' : undefined;
  passed = 0;
  process.send?.('armed');
});
// The channel alone must not keep the server alive.
process.channel?.unref();
// A killed process writes no compile cache, so every start would compile everything.
process.once('message', () => flushCompileCache());

/** Returns a method in its unbound form. */
function methodOf(prototype: object, name: string): (...rest: unknown[]) => unknown {
  const method: unknown = Reflect.get(prototype, name);
  if (typeof method !== 'function') throw new Error(`There is no ${name}.`);
  return function (this: unknown, ...rest: unknown[]): unknown {
    return Reflect.apply(method, this, rest);
  };
}

/** True at the chosen point, where the process must stop. */
function isReached(): boolean {
  if (counting === undefined) return false;
  passed += 1;
  return passed === order?.dieAt;
}

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

const emit = methodOf(Server.prototype, 'emit');
Reflect.set(
  Server.prototype,
  'emit',
  function (this: Server, event: string, ...rest: unknown[]): boolean {
    const [request] = rest;
    const isNew = counting === undefined && passed === 0;
    if (event === 'request' && isNew && order?.key !== undefined && isObject(request)) {
      if (carries(request, order.key)) counting = request;
    }
    return Boolean(Reflect.apply(emit, this, [event, ...rest]));
  },
);

/** A batch does not show its operations; a walk sends one at a time. */
function carries(request: object, key: string): boolean {
  if ('url' in request && request.url === '/api/ops') return true;
  const headers = 'headers' in request ? request.headers : undefined;
  return isObject(headers) && 'idempotency-key' in headers && headers['idempotency-key'] === key;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Responses of other requests are not counted. */
function isCounted(response: ServerResponse): boolean {
  return counting === 'everything' || counting === response.req;
}

const query = methodOf(Client.prototype, 'query');
Reflect.set(Client.prototype, 'query', function (this: Client, ...rest: unknown[]): unknown {
  if (isReached()) die();
  const answer: unknown = Reflect.apply(query, this, rest);
  if (rest[0] === 'begin') noteSnapshot(this);
  return answer;
});

/** Notes what the transaction sees at its begin, which the bookkeeping stores with each change. */
function noteSnapshot(client: Client): void {
  const note = `select set_config('faults.snapshot', pg_current_snapshot()::text, true)`;
  Promise.resolve(Reflect.apply(query, client, [note])).catch(() => undefined);
}

const writeHead = methodOf(ServerResponse.prototype, 'writeHead');
const write = methodOf(ServerResponse.prototype, 'write');
const begun = new WeakSet<ServerResponse>();

Reflect.set(
  ServerResponse.prototype,
  'writeHead',
  function (this: ServerResponse, ...rest: unknown[]): unknown {
    if (isCounted(this) && isReached()) die();
    return Reflect.apply(writeHead, this, rest);
  },
);

for (const name of ['write', 'end']) {
  const method = methodOf(ServerResponse.prototype, name);
  Reflect.set(
    ServerResponse.prototype,
    name,
    function (this: ServerResponse, ...rest: unknown[]): unknown {
      const [chunk] = rest;
      const isText = typeof chunk === 'string' || chunk instanceof Uint8Array;
      if (isText && !begun.has(this) && isCounted(this)) {
        begun.add(this);
        if (isReached()) {
          // The first half is sent before the end.
          const half = Buffer.from(chunk).subarray(0, Math.ceil(chunk.length / 2));
          return Reflect.apply(write, this, [half, () => setTimeout(die, 5)]);
        }
        if (counting !== 'everything') counting = undefined;
      }
      return Reflect.apply(method, this, rest);
    },
  );
}
