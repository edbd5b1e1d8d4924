import Fastify from 'fastify';
import * as z from 'zod/mini';

import type { Access } from '#contract/route.ts';
import { routes } from '#server/routes.ts';
import type { RoutePlugin } from '#server/serve.ts';
import type { Services } from '#server/services.ts';

/** The JSON Schema of the body, query or parameters of a request. */
export type Shape = z.core.JSONSchema.BaseSchema;

/** A registered route; a route that serves a file has no `access`. */
export type ServedRoute = {
  method: string;
  path: string;
  access: Access | undefined;
  shapes: Partial<Record<'params' | 'querystring' | 'body', Shape>>;
};

/** Returns all routes of these resources; by default those of the whole server. */
export async function servedRoutes(
  services: Services,
  resources: readonly RoutePlugin[] = routes,
): Promise<ServedRoute[]> {
  const found: ServedRoute[] = [];
  const app = Fastify({ exposeHeadRoutes: false });
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const shapes: ServedRoute['shapes'] = {};
    for (const part of ['params', 'querystring', 'body'] as const) {
      const shape = shapeOf(schema?.[part]);
      if (shape) shapes[part] = shape;
    }
    for (const each of [method].flat()) {
      found.push({ method: each, path: url, access: config?.access, shapes });
    }
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  for (const resource of resources) await app.register(resource, services);
  await app.ready();
  await app.close();
  return found;
}

function shapeOf(schema: unknown): Shape | undefined {
  return schema instanceof z.ZodMiniType
    ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    : undefined;
}
