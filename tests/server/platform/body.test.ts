import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { route } from '#contract/route.ts';
import { registerJsonParser } from '#server/platform/body.ts';
import { registerErrorHandler } from '#server/platform/errors.ts';
import { serveRoute } from '#server/serve.ts';

describe('a body that does not match its content type', () => {
  test.each([
    { what: 'broken JSON', body: '{"name":' },
    { what: 'a byte order mark', body: '\uFEFF{"name":"Ann"}' },
    { what: 'bytes that are not UTF-8', body: Buffer.from('7b226e616d65223a22ff227d', 'hex') },
    { what: 'half of a surrogate pair', body: String.raw`{"name":"\ud800"}` },
    { what: 'a NUL', body: String.raw`{"name":"\u0000"}` },
    { what: 'a NUL in a name', body: String.raw`{"na\u0000me":"Ann"}` },
    { what: 'a change of the prototype', body: '{"name":"Ann","__proto__":{"admin":true}}' },
    { what: 'ten thousand brackets', body: `${'['.repeat(10_000)}${']'.repeat(10_000)}` },
  ])('is refused as a whole: $what', async ({ body }) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { code: 'invalid-json' } });
  });

  test.each([
    { type: 'text/plain', body: '{"name":"Ann"}' },
    { type: 'application/xml', body: '<name/>' },
    { type: 'application/x-www-form-urlencoded', body: 'name=Ann' },
  ])('is not parsed as JSON: $type', async ({ type, body }) => {
    expect(await post(body, type)).toMatchObject({
      status: 415,
      body: { code: 'unsupported-media-type' },
    });
  });

  test('is refused when it is too large', async () => {
    expect(await post(JSON.stringify({ name: 'x'.repeat(64 * 1024) }))).toMatchObject({
      status: 413,
      body: { code: 'too-large' },
    });
  });
});

describe('a body with invalid fields', () => {
  test.each<{ body: object; errors: Record<string, unknown> }>([
    { body: {}, errors: { name: ['required'] } },
    { body: { name: '' }, errors: { name: ['required'] } },
    { body: { name: 7 }, errors: { name: ['invalid'] } },
    { body: { name: 'Annabella' }, errors: { name: ['too-long'] } },
    { body: { name: 'Ann', nick: 'A' }, errors: { nick: ['unknown-field'] } },
    { body: { name: 'Ann', toString: 'A' }, errors: { toString: ['unknown-field'] } },
    {
      body: { name: 'Ann', teams: [{ id: 1 }, { id: 'x', more: 1 }] },
      errors: { 'teams.1.id': ['invalid'], 'teams.1.more': ['unknown-field'] },
    },
  ])('gets all of them in the response: $errors', async ({ body, errors }) => {
    expect(await post(JSON.stringify(body))).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', errors },
    });
  });
});

test('an empty body is accepted with the JSON content type', async () => {
  expect(await post('')).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
});

test('a NUL in an address is refused', async () => {
  const answer = await anApp().inject({ url: '/?name=%00' });
  expect(answer.statusCode).toBe(400);
});

function anApp(): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024 });
  app.setSerializerCompiler(serializerCompiler);
  registerJsonParser(app);
  registerErrorHandler(app);
  const team = z.strictObject({ id: z.number() });
  const body = z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(8)),
    teams: z.optional(z.array(team)),
  });
  const reply = z.object({ got: z.unknown() });
  const call = route('POST', '/', { summary: 'Echoes', access: 'open', body, reply });
  serveRoute(app, call, async ({ body: got }) => ({ got }));
  return app;
}

async function post(payload: string | Buffer, type = 'application/json') {
  const answer = await anApp().inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': type },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}
