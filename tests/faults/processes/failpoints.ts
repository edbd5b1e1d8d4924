import { Server, ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import { Client } from 'pg';

/*
 * Loaded into a server before anything of it: kills the process at a numbered point of its work.
 * A point lies before each statement that goes to the database, before an answer begins and in the
 * middle of it. The parent says over the process's channel which point it is to be.
 */

/** At which point to die; with a key, counted from that operation's arrival to its answer. */
export type Order = { dieAt: number; key?: string };

/** What the process says: that it has understood, and the points it has passed since. */
export type Said = { armed: true } | { passed: string[] };

let order: Order | undefined;
/** The request that is counted, or all of them. */
let counting: object | 'everything' | undefined;
let passed: string[] = [];

process.on('message', (said: Order | 'report') => {
  if (said === 'report') {
    process.send?.({ passed });
    return;
  }
  order = said;
  counting = said.key === undefined ? 'everything' : undefined;
  passed = [];
  process.send?.({ armed: true });
});
// The channel alone keeps no server alive.
process.channel?.unref();
// Whoever is killed writes nothing down, and the next one would compile everything anew.
process.once('message', () => flushCompileCache());

/** A method as it is, to be called on whatever it is called on. */
function methodOf(prototype: object, name: string): (...rest: unknown[]) => unknown {
  const method: unknown = Reflect.get(prototype, name);
  if (typeof method !== 'function') throw new Error(`There is no ${name}.`);
  return function (this: unknown, ...rest: unknown[]): unknown {
    return Reflect.apply(method, this, rest);
  };
}

/** Whether this is the point; then nothing else may happen. */
function reached(name: string): boolean {
  if (counting === undefined) return false;
  passed.push(name);
  return passed.length === order?.dieAt;
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
    const isNew = counting === undefined && passed.length === 0;
    if (event === 'request' && isNew && order?.key !== undefined && isObject(request)) {
      if (carries(request, order.key)) counting = request;
    }
    return Boolean(Reflect.apply(emit, this, [event, ...rest]));
  },
);

/** A batch does not say on its outside which operations it holds; a walk sends one at a time. */
function carries(request: object, key: string): boolean {
  if ('url' in request && request.url === '/api/ops') return true;
  const headers = 'headers' in request ? request.headers : undefined;
  return isObject(headers) && 'idempotency-key' in headers && headers['idempotency-key'] === key;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The answers of other requests are no points of the one that is counted. */
function isCounted(response: ServerResponse): boolean {
  return counting === 'everything' || counting === response.req;
}

const query = methodOf(Client.prototype, 'query');
Reflect.set(Client.prototype, 'query', function (this: Client, ...rest: unknown[]): unknown {
  if (reached(`before ${textOf(rest[0])}`)) die();
  return Reflect.apply(query, this, rest);
});

function textOf(asked: unknown): string {
  const text =
    typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : String(asked);
  return String(text).trim().slice(0, 40).replaceAll(/\s+/g, ' ');
}

const writeHead = methodOf(ServerResponse.prototype, 'writeHead');
const write = methodOf(ServerResponse.prototype, 'write');
const begun = new WeakSet<ServerResponse>();

Reflect.set(
  ServerResponse.prototype,
  'writeHead',
  function (this: ServerResponse, ...rest: unknown[]): unknown {
    if (isCounted(this) && reached('before the answer')) die();
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
        if (reached('during the answer')) {
          // Half of it reaches the other side before the end does.
          const half = Buffer.from(chunk).subarray(0, Math.ceil(chunk.length / 2));
          return Reflect.apply(write, this, [half, () => setTimeout(die, 5)]);
        }
        if (counting !== 'everything') counting = undefined;
      }
      return Reflect.apply(method, this, rest);
    },
  );
}
