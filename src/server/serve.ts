import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

import { ApiProblem, fieldCodes } from '#contract/problem.ts';
import { type Access, isEntryRoute, type ReplyOf, type Route } from '#contract/route.ts';

import type { SignedIn } from './auth/sessions.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. A route without it, such as a file, asks for no token at all. */
    access?: Access;
    /** Finds out who calls, in another way than usual. */
    readMember?: ReadMember;
    /** Whether people need the call to get in, so that it has permits and limits of its own. */
    isEntry?: boolean;
  }
}

/** Finds out who calls with a token; null where it is none that is good now. */
type ReadMember = (
  services: Services,
  token: string,
  request: FastifyRequest,
) => Promise<SignedIn | null>;

/** The routes of one resource. */
export type Routes = FastifyPluginAsyncZod<Services>;

/** One part of a request once its schema has checked it; of any route at all it is unknown. */
export type Part<R extends Route, Name extends 'params' | 'query' | 'body'> = Name extends keyof R
  ? R[Name] extends z.ZodMiniType
    ? z.output<R[Name]>
    : unknown
  : undefined;

/** What a handler is given. Where anybody may call, `member` is whoever's token came along. */
export type Call<R extends Route> = {
  params: Part<R, 'params'>;
  query: Part<R, 'query'>;
  body: Part<R, 'body'>;
  member: 'open' extends R['access'] ? SignedIn | undefined : SignedIn;
  request: FastifyRequest;
  reply: FastifyReply;
};

type ServeOptions = {
  /** For a body that is not JSON: what the body's schema is to check. */
  readBody?: (request: FastifyRequest) => Promise<unknown>;
  /** Finds out who calls, and in the same statement what the handler needs. */
  readMember?: ReadMember;
  bodyLimit?: number;
  /** In milliseconds. */
  handlerTimeout?: number;
};

/** Registers a call of the contract. The status is 200 unless the handler sets another. */
export function serve<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (call: Call<R>) => Promise<ReplyOf<R> | FastifyReply>,
  options?: ServeOptions,
): void;
export function serve(
  app: FastifyInstance,
  route: Route,
  handler: (call: Call<Route>) => Promise<unknown>,
  { readBody, readMember, ...limits }: ServeOptions = {},
): void {
  app.route({
    method: route.method,
    url: route.path,
    schema: schemaOf(route),
    // The contract's schemas are checked below, where the codes of fields can still be told.
    validatorCompiler: () => () => true,
    config: {
      access: route.access,
      isEntry: isEntryRoute(route),
      ...(readMember && { readMember }),
    },
    ...limits,
    async handler(request, reply) {
      return handler({
        params: checked(route.params, request.params),
        query: checked(route.query, request.query),
        body: route.body && checked(route.body, readBody ? await readBody(request) : request.body),
        member: memberOf(request, route),
        request,
        reply,
      });
    },
  });
}

/** The same with a weak ETag over what it says, and 304 to whoever has that already. */
export function serveTagged<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (call: Call<R>) => Promise<ReplyOf<R>>,
): void {
  serve(app, route, async (call) => withEtag(call, await handler(call)));
}

/** Checks what was sent, and names every field that is wrong. */
export function checked<Schema extends z.ZodMiniType>(
  schema: Schema,
  given: unknown,
): z.output<Schema>;
export function checked(schema: z.ZodMiniType | undefined, given: unknown): unknown;
export function checked(schema: z.ZodMiniType | undefined, given: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, given, { reportInput: true });
  if (!result.success) {
    throw new ApiProblem('invalid-input', { errors: fieldCodes(result.error.issues) });
  }
  return result.data;
}

function memberOf(request: FastifyRequest, route: Route): SignedIn | undefined {
  // The guard has refused the call before; a route that lost its guard must not run.
  if (!request.member && route.access !== 'open') throw new ApiProblem('not-signed-in');
  return request.member ?? undefined;
}

function withEtag<Body>(
  { request, reply }: Pick<Call<Route>, 'request' | 'reply'>,
  answer: Body,
): Body | FastifyReply {
  // Whoever is told that nothing has changed goes on using the address of the next page.
  const tag = tagOf(JSON.stringify([answer, reply.getHeader('link')]));
  const vary = [reply.getHeader('vary'), 'Authorization'].flat().filter(Boolean).join(', ');
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary });
  return isKnown(request, tag) ? reply.code(304).send() : answer;
}

/** A call's declaration as Fastify takes it, for the documentation. */
function schemaOf(call: Route): FastifySchema & { summary: string } {
  const problems = (call.problems ?? []).map((code) => `\`${code}\``).join(', ');
  return {
    summary: call.summary,
    description: `For: ${call.access}.${problems && ` Refusals: ${problems}.`}`,
    // Whatever succeeds is cut down to the reply's shape, a creation's 201 as well.
    response: { '2xx': call.reply },
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
  };
}

/** The ETag of a body. It is weak, because the same answer travels compressed in several ways. */
export function tagOf(body: string): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** Whether whoever asks has the answer with this tag already. */
export function isKnown(request: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((each) => each.trim() === tag || each.trim() === '*');
}
