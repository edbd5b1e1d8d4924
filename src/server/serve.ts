import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

import { ApiProblem, groupFieldCodesByPath } from '#contract/problem.ts';
import { type Access, isAuthRoute, type ReplyOf, type Route } from '#contract/route.ts';

import type { AuthenticatedMember } from './auth/sessions.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The required access; if it is missing, as for files, no token is read. */
    access?: Access;
    /** Reads the caller of this route instead of `readMemberOfToken`. */
    readMember?: MemberReader;
    /** True for entry calls (login, registration …), which have separate permits and limits. */
    isEntry?: boolean;
  }
}

/** Reads the caller by a token; null if the token is not valid. */
type MemberReader = (
  services: Services,
  token: string,
  request: FastifyRequest,
) => Promise<AuthenticatedMember | null>;

/** A plugin with the routes of one resource. */
export type RoutePlugin = FastifyPluginAsyncZod<Services>;

/** A validated part of a request; unknown if the route declares no schema for this part. */
export type RequestPart<
  R extends Route,
  Name extends 'params' | 'query' | 'body',
> = Name extends keyof R
  ? R[Name] extends z.ZodMiniType
    ? z.output<R[Name]>
    : unknown
  : undefined;

/** Arguments of a handler. On open routes `member` is set if the caller sent a valid token. */
export type HandlerArguments<R extends Route> = {
  params: RequestPart<R, 'params'>;
  query: RequestPart<R, 'query'>;
  body: RequestPart<R, 'body'>;
  member: 'open' extends R['access'] ? AuthenticatedMember | undefined : AuthenticatedMember;
  request: FastifyRequest;
  reply: FastifyReply;
};

type ServeOptions = {
  /** Reads a body that is not JSON; the body's schema validates the result. */
  readBody?: (request: FastifyRequest) => Promise<unknown>;
  /** Reads the caller in the same statement as rows that the handler needs. */
  readMember?: MemberReader;
  bodyLimit?: number;
  /** Timeout in milliseconds. */
  handlerTimeout?: number;
};

/** Registers a route of the contract. The status is 200 unless the handler sets another status. */
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
    // Validation happens in the handler below, where error codes of fields are available.
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

/** Registers a route with a weak ETag; answers 304 to a request with the current ETag. */
export function serveWithEtag<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (call: HandlerArguments<R>) => Promise<ReplyOf<R>>,
): void {
  serveRoute(app, route, async (call) => applyEtag(call, await handler(call)));
}

/** Validates a value; the problem contains an error for every invalid field. */
export function validateInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.output<Schema>;
export function validateInput(schema: z.ZodMiniType | undefined, value: unknown): unknown;
export function validateInput(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value, { reportInput: true });
  if (!result.success) {
    throw new ApiProblem('invalid-input', { errors: groupFieldCodesByPath(result.error.issues) });
  }
  return result.data;
}

function requireMember(request: FastifyRequest, route: Route): AuthenticatedMember | undefined {
  // The access check refuses anonymous calls before; this covers a route registered without it.
  if (!request.member && route.access !== 'open') throw new ApiProblem('not-signed-in');
  return request.member ?? undefined;
}

function applyEtag<Body>(
  { request, reply }: Pick<HandlerArguments<Route>, 'request' | 'reply'>,
  answer: Body,
): Body | FastifyReply {
  // The ETag also covers the link header, as after a 304 the client uses its old link to the next
  // page.
  const tag = computeEtag(JSON.stringify([answer, reply.getHeader('link')]));
  const vary = [reply.getHeader('vary'), 'Authorization'].flat().filter(Boolean).join(', ');
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary });
  return hasMatchingEtag(request, tag) ? reply.code(304).send() : answer;
}

/** Creates the schema of a route for the API documentation. */
function createRouteSchema(call: Route): FastifySchema & { summary: string } {
  const problems = (call.problems ?? []).map((code) => `\`${code}\``).join(', ');
  return {
    summary: call.summary,
    description: `For: ${call.access}.${problems && ` Refusals: ${problems}.`}`,
    // The reply's schema applies to every success status, such as 201.
    response: { '2xx': call.reply },
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
  };
}

/** Returns the ETag of a body; weak, because the body is sent with different compressions. */
export function computeEtag(body: string): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** True if the client already has the response with this ETag. */
export function hasMatchingEtag(request: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((each) => each.trim() === tag || each.trim() === '*');
}
