import { type Part, multipartOf } from '../../../testing/tips/pictures.ts';
import type { ServedRoute } from '../../../testing/server/served-routes.ts';
import type { Chance } from '../../world/chance.ts';
import { type Known, type Making, randomIdFrom, valueFrom } from './from-shape.ts';
import { hostileText, hostileValue, spoiled } from './hostile.ts';

export type RandomRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
};

type Source = {
  chance: Chance;
  route: ServedRoute;
  /** The routes that may be entries of a batch. */
  batched: readonly ServedRoute[];
  known: Known;
  /** The contents of uploaded files. */
  files: readonly Buffer[];
};

/** Creates a request to a route: valid, nearly valid, or absurd. */
export function randomRequest(source: Source): RandomRequest {
  const { chance, route, known } = source;
  const wrong = chance.pick([0, 0, 0.1, 0.3, 0.6]);
  const making: Making = { chance, known, wrong, optional: chance.pick([0, 0.2, 0.6]) };
  const method = chance.happens(0.02)
    ? chance.pick(['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'DELETE', 'PATCH', 'TRACE'])
    : route.method;
  const { body, type } = bodyFor(source, making);
  return {
    method,
    url: urlFor(route, making),
    headers: {
      ...headersFor(chance),
      ...(type !== undefined && { 'content-type': type }),
      ...(body && { 'content-length': String(body.length) }),
    },
    body,
  };
}

function urlFor({ path, shapes }: ServedRoute, making: Making): string {
  const { chance, wrong, known } = making;
  const kind = /(fixtures|tips|tipsters|devices|pools)(\/\w+)?\/:id/.exec(path)?.[1];
  const ofParams = { ...known, id: known[`${kind} id`] ?? [] };
  const params = Object(
    shapes.params && valueFrom(shapes.params, { ...making, known: ofParams, wrong: wrong / 3 }),
  );
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value: unknown = params[name] ?? hostileText(chance);
    return encoded(value, chance);
  });
  const query = Object(shapes.querystring ? valueFrom(shapes.querystring, making) : {});
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encoded(name, chance)}=${encoded(value, chance)}`,
  );
  if (chance.happens(wrong / 3)) pairs.push(...pairs);
  if (chance.happens(wrong / 3)) pairs.push('a[__proto__][b]=c', '__proto__=d', '=', '&&', '%zz');
  const turned = chance.happens(wrong / 10) ? `${address}/` : address;
  const whole = pairs.length === 0 ? turned : `${turned}?${pairs.join('&')}`;
  // Node refuses a larger head before it becomes a request.
  return whole.slice(0, 8_000);
}

/** Encodes a value for an address, sometimes wrongly. */
function encoded(value: unknown, chance: Chance): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const whole = encodeURIComponent(text.slice(0, 500).toWellFormed());
  return chance.happens(0.02) ? whole.slice(0, -1) : whole;
}

function bodyFor(source: Source, making: Making): { body?: Buffer; type?: string } {
  const { chance, route } = source;
  const { wrong } = making;
  const takesForms = route.path === '/api/users' && route.method === 'PUT';
  if (chance.happens(takesForms ? 0.9 : 0.03)) return formFor(source, making);
  const value = valueFor(source, making);
  if (value === undefined && !chance.happens(route.method === 'GET' ? 0.02 : 0.2)) return {};
  const json = JSON.stringify(value ?? hostileValue(chance)) ?? 'null';
  const whole = chance.happens(wrong / 3) ? spoiled(chance, json) : Buffer.from(json);
  const body = whole.subarray(0, 200_000);
  const type = chance.happens(wrong / 5) ? hostileType(chance) : 'application/json';
  return type === '' ? { body } : { body, type };
}

function valueFor({ chance, route, batched, known }: Source, making: Making): unknown {
  const { body } = route.shapes;
  if (!body) return undefined;
  if (route.path !== '/api/ops' || chance.happens(making.wrong)) return valueFrom(body, making);
  return Array.from({ length: chance.between(1, 6) }, () => {
    const called = chance.pick(batched);
    return {
      id: keyFrom(chance),
      method: called.method,
      path: urlFor(called, { ...making, known, wrong: making.wrong / 3 }),
      ...(chance.happens(0.5) && { subjects: [chance.pick(['tip', 'profile', 'x'])] }),
      ...(chance.happens(0.2) && { ifMatch: chance.below(4) }),
      ...(called.shapes.body && { body: valueFrom(called.shapes.body, making) }),
    };
  });
}

function formFor({ chance, route, files }: Source, making: Making): { body: Buffer; type: string } {
  const { wrong, known } = making;
  const names = route.shapes.body
    ? Object.keys(Object(route.shapes.body.properties))
    : ['firstName', 'lastName', 'country', 'phoneNumber', 'state', 'address'];
  const parts: Part[] = names.map((name) => ({
    name: chance.happens(wrong / 4) ? hostileText(chance) : name,
    value: chance.happens(wrong) ? hostileText(chance) : fieldFrom(known[name], chance),
  }));
  for (let file = chance.below(2); file >= 0 && chance.happens(0.6); file -= 1) {
    const [file, type] = [chance.pick(['me.png', '../../me.php', 'a\0b.svg']), 'image/png'];
    parts.push({ name: 'picture', value: chance.pick(files), file, type });
  }
  if (chance.happens(wrong / 10)) parts.push(...Array.from({ length: 60 }, () => parts[0] ?? none));
  const { body, contentType } = multipartOf(parts);
  return {
    body: chance.happens(wrong / 4) ? body.subarray(0, chance.below(body.length)) : body,
    type: chance.happens(wrong / 6) ? 'multipart/form-data' : contentType,
  };
}

const none: Part = { name: 'none', value: '' };

function fieldFrom(usual: readonly unknown[] | undefined, chance: Chance): string {
  const value = chance.pick(usual ?? ['Ada']);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A wrong content type; empty if the header is omitted. */
function hostileType(chance: Chance): string {
  return chance.pick([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/json, text/html',
    'application/problem+json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed; boundary=x',
    'image/svg+xml',
    '*/*',
    'a',
  ]);
}

/** A new idempotency key, or one that was used before. */
function keyFrom(chance: Chance): string {
  return chance.happens(0.3) ? `key-${chance.below(20)}` : randomIdFrom(chance);
}

function headersFor(chance: Chance): Record<string, string> {
  const wild = () => printable(hostileText(chance));
  const headers: Record<string, () => string> = {
    'idempotency-key': () => (chance.happens(0.8) ? keyFrom(chance) : wild()),
    'if-match': () => (chance.happens(0.7) ? `"${chance.below(4)}"` : wild()),
    'if-none-match': wild,
    'content-encoding': () => chance.pick(['gzip', 'br', 'identity', 'x']),
    'accept-encoding': () => chance.pick(['gzip', 'br', 'gzip;q=0', '*', 'x, ,;q=2']),
    accept: () => chance.pick(['text/html', 'application/json', '*/*', 'x']),
    'accept-language': wild,
    'user-agent': wild,
    origin: () => chance.pick(['null', 'https://evil.example', 'x']),
    cookie: wild,
    range: () => 'bytes=0-1,5-9999999999',
    'x-forwarded-for': () => chance.pick(['::1', '1.2.3.4, 5.6.7.8', 'x']),
    'x-http-method-override': () => 'DELETE',
    expect: () => 'something',
  };
  const likely: Record<string, number> = { 'idempotency-key': 0.5, 'if-match': 0.15 };
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => chance.happens(likely[name] ?? 0.02))
      .map(([name, value]) => [name, value()]),
  );
}

/** Removes characters that clients refuse to send in a header. */
function printable(text: string): string {
  return text.replaceAll(/[^\t -~\u0080-\u00FF]/g, '').slice(0, 1_000);
}
