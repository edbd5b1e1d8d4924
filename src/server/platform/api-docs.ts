import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

import { version } from './version.ts';

/** Collects the schemas of routes for the documentation; must be registered before the routes. */
export async function collectDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Touchline',
        version,
        description: 'Football tips that survive a bad connection.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    // Types that JSON Schema cannot describe are documented as any value.
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
    transformObject: jsonSchemaTransformObject,
  });
}

/** Content security policy of the documentation pages, which use inline styles. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "style-src 'self' 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: docsPolicy });
}
