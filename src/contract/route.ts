import type * as z from 'zod/mini';
import type { ProblemCode } from './problem.ts';

/** Who may call: anyone, a signed-in member, one with a verified email, or an administrator. */
export type Access = 'open' | 'member' | 'verified' | 'administrator';

/** One call of the API: declared once, served by the server, typed for the client, in OpenAPI. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the API's base, parameters as `:name`. */
  path: string;
  summary: string;
  access: Access;
  /** Members need it to stay logged in, so that no other traffic may shut it out. */
  isEntry?: true;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  reply: z.ZodMiniType;
  /** The problems that belong to this call, besides those every call may meet. */
  problems?: readonly ProblemCode[];
};

/** Declares a call and keeps its exact types. */
export function route<
  Method extends Route['method'],
  Path extends string,
  const Rest extends Omit<Route, 'method' | 'path'>,
>(method: Method, path: Path, rest: Rest): Rest & { method: Method; path: Path } {
  return { method, path, ...rest };
}

/** What a call answers once its reply was checked. */
export type ReplyOf<R extends Route> = z.output<R['reply']>;

/**
 * Whether people need a call to get in: a stranger changes something only to log in, register or prove a
 * mailbox.
 */
export function isEntryRoute({ access, method, isEntry }: Route): boolean {
  return isEntry === true || (access === 'open' && method !== 'GET');
}
