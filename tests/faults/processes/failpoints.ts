import { Server, ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import { Client } from 'pg';

/*
 * Imported first by a server process: kills the process at a numbered point, which the parent sends
 * over the channel. The points are before each database statement, before a response starts, and in
 * its middle.
 */

/** The number of the point; with a key, counting starts when that operation arrives and ends with its response. */
export type Order = { dieAt: number; key?: string };

let order: Order | undefined;
/** The request whose points are counted; 'everything' counts all requests. */
let counting: object | 'everything' | undefined;
let passed = 0;

process.on('message', (next: Order) => {
  order = next;
  counting = next.key === undefined ? 'everything' : undefined;
  passed = 0;
  process.send?.('armed');
});
// The open channel must not keep the process running.
process.channel?.unref();
// Writes the compile cache early, because a killed process writes none.
process.once('message', () => flushCompileCache());

/** Returns a method in its unbound form. */
function methodOf(prototype: object, name: string): (...rest: unknown[]) => unknown {
  const method: unknown = Reflect.get(prototype, name);
  if (typeof method !== 'function') throw new Error(`There is no ${name}.`);
  return function (this: unknown, ...rest: unknown[]): unknown {
    return Reflect.apply(method, this, rest);
  };
}

/** Counts a point; true if the process must die at this point. */
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

/** A batch hides its operations; it matches always, because these schedules send one request at a time. */
function carries(request: object, key: string): boolean {
  if ('url' in request && request.url === '/api/ops') return true;
  const headers = 'headers' in request ? request.headers : undefined;
  return isObject(headers) && 'idempotency-key' in headers && headers['idempotency-key'] === key;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** True if the points of this response are counted. */
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

/** Stores the transaction's snapshot, which the bookkeeping writes into each change. */
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
          // Sends the first half of the response before the process dies.
          const half = Buffer.from(chunk).subarray(0, Math.ceil(chunk.length / 2));
          return Reflect.apply(write, this, [half, () => setTimeout(die, 5)]);
        }
        if (counting !== 'everything') counting = undefined;
      }
      return Reflect.apply(method, this, rest);
    },
  );
}
