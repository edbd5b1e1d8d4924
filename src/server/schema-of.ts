import type { Route } from '#contract/route.ts';

type SchemaOf<R extends Route> = {
  summary: string;
  description: string;
  response: { '2xx': R['reply'] };
} & (R extends { params: infer Params } ? { params: Params } : unknown) &
  (R extends { query: infer Query } ? { querystring: Query } : unknown) &
  (R extends { body: infer Body } ? { body: Body } : unknown);

/** A call's declaration as Fastify takes it: `app.put(call.path, { schema: schemaOf(call) }, …)`. */
export function schemaOf<R extends Route>(call: R): SchemaOf<R>;
export function schemaOf(call: Route): SchemaOf<Route> {
  const problems = call.problems.map((code) => `\`${code}\``).join(', ');
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
