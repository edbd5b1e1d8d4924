import type * as z from 'zod/mini';
import type { ProblemCode } from './problem.ts';

/** The required role: anyone, a logged-in or verified member, or an administrator. */
export type Access = 'open' | 'member' | 'verified' | 'administrator';

/** A route of the API. One declaration serves the server, the typed client and OpenAPI. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the API's base, parameters as `:name`. */
  path: string;
  summary: string;
  access: Access;
  /** True for calls that keep a session alive, so overload control must not reject them first. */
  isEntry?: true;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  reply: z.ZodMiniType;
  /** Problems specific to this call, besides those that every call may have. */
  problems?: readonly ProblemCode[];
};

/** Declares a route and infers its exact types. */
export function route<
  Method extends Route['method'],
  Path extends string,
  const Rest extends Omit<Route, 'method' | 'path'>,
>(method: Method, path: Path, rest: Rest): Rest & { method: Method; path: Path } {
  return { method, path, ...rest };
}

/** The type of a validated reply. */
export type ReplyOf<R extends Route> = z.output<R['reply']>;

/**
 * True for all changes that an anonymous caller can make, such as login and registration, and for
 * entry calls (`isEntry`).
 */
export function isAuthRoute({ access, method, isEntry }: Route): boolean {
  return isEntry === true || (access === 'open' && method !== 'GET');
}
