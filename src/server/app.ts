import compress from '@fastify/compress';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';

import { admitRequests } from './admission/admission-control.ts';
import { identifyCallers } from './admission/callers.ts';
import { limitRates, refuseCallersOverLimit } from './admission/rate-limits.ts';
import { echoIdempotencyKeys, registerAccessCheck, auditRefusals } from './auth/access-check.ts';
import { bodyLimit, registerJsonParser } from './platform/body.ts';
import { collectDocs, serveDocs } from './platform/api-docs.ts';
import { registerErrorHandler, sendError } from './platform/errors.ts';
import { allowOrigins, registerSecurityHeaders } from './platform/headers.ts';
import { healthRoutes, registerDatabaseStateReader } from './platform/health.ts';
import { logController, createLoggerOptions, resolveRequestId } from './platform/log.ts';
import { shedLoad } from './platform/overload.ts';
import { measureRequests } from './metrics/counters.ts';
import { answerParserError } from './platform/parser-errors.ts';
import { limitPipelining } from './admission/pipelining.ts';
import { routes } from './routes.ts';
import type { Services } from './services.ts';
import type { Settings } from './platform/settings.ts';
import { toDecodableUrl, serveSite, siteFolder } from './site/site.ts';
import { createPageDataReader } from './site/page-data.ts';
import { createPageHeadReader } from './previews/page-head.ts';
import { servePreviews } from './previews/routes.ts';

/**
 * Builds the server without opening a port: main.ts listens, tests inject requests. Serves the
 * built site in `folder`, if there is one.
 */
export async function buildApp(services: Services, folder = siteFolder): Promise<FastifyInstance> {
  const { settings, limits } = services;
  const app = Fastify({
    logger: createLoggerOptions(settings),
    logController,
    trustProxy: createTrustProxy(settings),
    bodyLimit,
    genReqId: (request) => resolveRequestId(request, settings.trustProxy !== false),
    // This timeout suffices for 64 KB from a very slow phone, and ends idle connections.
    requestTimeout: limits.requestTimeoutMs,
    handlerTimeout: 30_000,
    // Node's default interval of 30 s would close slow connections too late.
    http: { headersTimeout: limits.headersTimeoutMs, connectionsCheckingInterval: 500 },
    // Requests on connections that are open at the shutdown are served as usual. Fastify's own 503
    // response would lack the CORS headers.
    return503OnClosing: false,
    rewriteUrl: toDecodableUrl,
    frameworkErrors: sendError,
    clientErrorHandler: answerParserError,
  });
  if (services.standby) services.standby.log = app.log;
  app.setSerializerCompiler(serializerCompiler);
  registerJsonParser(app);
  registerErrorHandler(app);
  closeConnectionsAtShutdown(app);
  if (settings.metricsAddress) measureRequests(app);
  ignoreExpectHeaders(app);
  await registerSecurityHeaders(app, settings);
  allowOrigins(app, settings.corsOrigins);
  limitPipelining(app);
  limitRates(app, services);
  // Compressed request bodies are refused: a few bytes could unpack to more than the body limit.
  await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
  await collectDocs(app);
  registerDatabaseStateReader(app, services);
  await app.register(healthRoutes, services);
  await app.register(async (api) => serveApi(api, services));
  servePreviews(app, services);
  await serveSite(app, folder, {
    readData: await createPageDataReader(services, folder),
    readHead: createPageHeadReader(services),
    pagesPerNetwork: limits.pagesPerNetwork,
  });
  await app.ready();
  return app;
}

async function serveApi(api: FastifyInstance, services: Services): Promise<void> {
  echoIdempotencyKeys(api);
  await shedLoad(api, services);
  identifyCallers(api, services);
  refuseCallersOverLimit(api);
  admitRequests(api, services);
  registerAccessCheck(api, services);
  auditRefusals(api, services);
  // Requests are counted after the `onRequest` hooks, which identify the caller.
  api.addHook('preValidation', async (request) => api.countRequest(request));
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  // The API documentation is for developers; in production it would help an attacker.
  if (services.settings.environment !== 'production') await serveDocs(api);
  for (const resource of routes) await api.register(resource, services);
}

function createTrustProxy({ trustProxy }: Settings) {
  if (typeof trustProxy !== 'number') return trustProxy;
  return (_address: string, hop: number) => hop < trustProxy;
}

/**
 * Closes each connection after its last response during the shutdown. Fastify closes only idle
 * connections; a busy connection would stay open for more than a minute.
 */
function closeConnectionsAtShutdown(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** Serves requests with an unknown `Expect` header, which Node refuses by default. */
function ignoreExpectHeaders(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
}
