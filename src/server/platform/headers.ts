import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

import type { Settings } from './settings.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/** Content security policy of pages: only scripts of this site, and one trusted-types policy. */
const pagePolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'connect-src': ["'self'"],
  // Allows the preview of a selected picture before its upload.
  'img-src': ["'self'", 'blob:'],
  'font-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  // Toasts and dialogs add style elements; style attributes remain forbidden.
  'style-src-elem': ["'self'", "'unsafe-inline'"],
  'style-src-attr': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['sw'],
};

export async function registerSecurityHeaders(
  app: FastifyInstance,
  settings: Pick<Settings, 'environment' | 'publicOrigin'>,
): Promise<void> {
  const secure =
    settings.environment === 'production' && settings.publicOrigin.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure && { maxAge: yearSeconds, includeSubDomains: true },
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
  });
}

/**
 * Headers for pages and workers only. Other files omit these 0.9 kB, to save time on slow
 * connections.
 */
const pageHeaderNames = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Removes headers that have no effect on a script, style, font or translation catalogue. */
export function removePageHeaders(reply: FastifyReply): void {
  for (const name of pageHeaderNames) reply.removeHeader(name);
}

const exposedHeaders = 'ETag, Retry-After, Date, Link, X-Op-Id, X-Request-Id';
const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'accept, authorization, content-type, idempotency-key, if-match, if-none-match, x-xsrf-token',
  'access-control-max-age': '600',
};

/** Allows cross-origin calls from these origins; without origins, sends no CORS headers. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (!origin || !origins.includes(origin)) return undefined;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', exposedHeaders);
    if (request.method !== 'OPTIONS') return undefined;
    return reply.headers(preflightHeaders).code(204).send();
  });
}
