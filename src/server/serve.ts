import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

import { ApiProblem, fieldCodesByPath } from '#contract/problem.ts';
import { type Access, isAuthRoute, type ReplyOf, type Route } from '#contract/route.ts';

import type { AuthenticatedMember } from './auth/sessions.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The required access. A route without it, such as a file, reads no token. */
    access?: Access;
    /** Reads the caller in place of `readMemberOfToken`. */
    readMember?: MemberReader;
    /** True for entry calls (login, registration …), which have their own permits and limits. */
    isEntry?: boolean;
  }
}

/** Reads the caller by a token; null if the token is not valid now. */
type MemberReader = (
  services: Services,
  token: string,
  request: FastifyRequest,
) => Promise<AuthenticatedMember | null>;

/** The plugin of one resource. */
export type RoutePlugin = FastifyPluginAsyncZod<Services>;

/** A validated part of a request; unknown for an unspecified route. */
export type RequestPart<
  R extends Route,
  Name extends 'params' | 'query' | 'body',
> = Name extends keyof R
  ? R[Name] extends z.ZodMiniType
    ? z.output<R[Name]>
    : unknown
  : undefined;

/** Arguments of a handler. On open routes `member` is set if a valid token was sent. */
export type HandlerArguments<R extends Route> = {
  params: RequestPart<R, 'params'>;
  query: RequestPart<R, 'query'>;
  body: RequestPart<R, 'body'>;
  member: 'open' extends R['access'] ? AuthenticatedMember | undefined : AuthenticatedMember;
  request: FastifyRequest;
  reply: FastifyReply;
};

type ServeOptions = {
  /** Reads a body that is not JSON, before the body's schema checks it. */
  readBody?: (request: FastifyRequest) => Promise<unknown>;
  /** Reads the caller and, by the same statement, rows that the handler needs. */
  readMember?: MemberReader;
  bodyLimit?: number;
  /** In milliseconds. */
  handlerTimeout?: number;
};

/** Registers a route of the contract. The status is 200 unless the handler sets another. */
export function serveRoute<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (call: HandlerArguments<R>) => Promise<ReplyOf<R> | FastifyReply>,
  options?: ServeOptions,
): void;
export function serveRoute(
  app: FastifyInstance,
  route: Route,
  handler: (call: HandlerArguments<Route>) => Promise<unknown>,
  { readBody, readMember, ...limits }: ServeOptions = {},
): void {
  app.route({
    method: route.method,
    url: route.path,
    schema: createRouteSchema(route),
    // The contract's schemas are checked below, where the error codes of fields are still known.
    validatorCompiler: () => () => true,
    config: {
      access: route.access,
      isEntry: isAuthRoute(route),
      ...(readMember && { readMember }),
    },
    ...limits,
    async handler(request, reply) {
      return handler({
        params: validateInput(route.params, request.params),
        query: validateInput(route.query, request.query),
        body:
          route.body &&
          validateInput(route.body, readBody ? await readBody(request) : request.body),
        member: requireMember(request, route),
        request,
        reply,
      });
    },
  });
}

/** Registers a route with a weak ETag; a request with the current one gets 304. */
export function serveWithEtag<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (call: HandlerArguments<R>) => Promise<ReplyOf<R>>,
): void {
  serveRoute(app, route, async (call) => applyEtag(call, await handler(call)));
}

/** Validates a value and reports every invalid field. */
export function validateInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.output<Schema>;
export function validateInput(schema: z.ZodMiniType | undefined, value: unknown): unknown;
export function validateInput(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value, { reportInput: true });
  if (!result.success) {
    throw new ApiProblem('invalid-input', { errors: fieldCodesByPath(result.error.issues) });
  }
  return result.data;
}

function requireMember(request: FastifyRequest, route: Route): AuthenticatedMember | undefined {
  // The guard has refused anonymous calls before; this protects a route that lost its guard.
  if (!request.member && route.access !== 'open') throw new ApiProblem('not-signed-in');
  return request.member ?? undefined;
}

function applyEtag<Body>(
  { request, reply }: Pick<HandlerArguments<Route>, 'request' | 'reply'>,
  answer: Body,
): Body | FastifyReply {
  // The tag covers the link header, too: after a 304 the client keeps using its address of the next
  // page.
  const tag = computeEtag(JSON.stringify([answer, reply.getHeader('link')]));
  const vary = [reply.getHeader('vary'), 'Authorization'].flat().filter(Boolean).join(', ');
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary });
  return hasMatchingEtag(request, tag) ? reply.code(304).send() : answer;
}

/** The schema of a route for Fastify's documentation. */
function createRouteSchema(call: Route): FastifySchema & { summary: string } {
  const problems = (call.problems ?? []).map((code) => `\`${code}\``).join(', ');
  return {
    summary: call.summary,
    description: `For: ${call.access}.${problems && ` Refusals: ${problems}.`}`,
    // Every success is serialized by the reply's schema, also a creation's 201.
    response: { '2xx': call.reply },
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
  };
}

/** The ETag of a body. Weak, because equal responses are compressed in several ways. */
export function computeEtag(body: string): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** True if the client already has the response with this tag. */
export function hasMatchingEtag(request: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((each) => each.trim() === tag || each.trim() === '*');
}
