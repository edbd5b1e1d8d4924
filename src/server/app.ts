import compress from '@fastify/compress';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';

import { admitRequests } from './admission/admission-control.ts';
import { identifyCallers } from './admission/callers.ts';
import { limitRates, refuseOverLimit } from './admission/rate-limits.ts';
import { echoKeys, guard, noteProblems } from './auth/guard.ts';
import { bodyLimit, readBodies } from './body.ts';
import { readCatalogues } from './catalogues.ts';
import { collectDocs, serveDocs } from './docs.ts';
import { answerErrors, sendError } from './errors.ts';
import { letOriginsIn, setHeaders } from './headers.ts';
import { healthRoutes, watchDatabase } from './health.ts';
import { logController, logging, requestIdOf } from './log.ts';
import { shedLoad } from './overload.ts';
import { measureRequests } from './metrics/requests.ts';
import { answerUnreadable } from './parser-errors.ts';
import { limitPipelining } from './admission/pipelining.ts';
import { routes } from './routes.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';
import { decodableUrl, serveSite, siteFolder } from './site.ts';
import { pageData } from './page-data.ts';
import { headFor } from './previews/head.ts';
import { previewMessages } from './previews/language.ts';
import { servePreviews } from './previews/routes.ts';

/** The server without a port: what listens in main.ts, and what tests ask directly. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { settings, limits } = services;
  const app = Fastify({
    logger: logging(settings),
    logController,
    trustProxy: proxiesOf(settings),
    bodyLimit,
    genReqId: (request) => requestIdOf(request, settings.trustProxy !== false),
    // Time for 64 KB over a very slow phone, but not for a connection that does nothing.
    requestTimeout: limits.requestWithin,
    handlerTimeout: 30_000,
    // Node looks every half minute by itself, and a slow connection stays open until then.
    http: { headersTimeout: limits.headersWithin, connectionsCheckingInterval: 500 },
    // What is asked on a connection that is open when the server stops is served as usual. Fastify would
    // refuse it with a 503 of its own, without the headers for other origins.
    return503OnClosing: false,
    rewriteUrl: decodableUrl,
    frameworkErrors: sendError,
    clientErrorHandler: answerUnreadable,
  });
  if (services.standby) services.standby.log = app.log;
  app.setSerializerCompiler(serializerCompiler);
  readBodies(app);
  answerErrors(app);
  letConnectionsGo(app);
  if (settings.metricsAddress) measureRequests(app);
  passOverExpectations(app);
  await setHeaders(app, settings);
  letOriginsIn(app, settings.corsOrigins);
  limitPipelining(app);
  limitRates(app, services);
  // What comes in compressed is refused: a few bytes could unpack to more than the limit.
  await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
  await collectDocs(app);
  watchDatabase(app, services);
  await app.register(healthRoutes, services);
  await app.register(async (api) => serveApi(api, services));
  servePreviews(app, services);
  await serveSite(app, siteFolder, {
    read: await pageData(services, siteFolder),
    head: headFor(services, await readCatalogues(siteFolder, previewMessages)),
    pagesPerNetwork: limits.pagesPerNetwork,
  });
  await app.ready();
  return app;
}

async function serveApi(api: FastifyInstance, services: Services): Promise<void> {
  echoKeys(api);
  await shedLoad(api, services);
  identifyCallers(api, services);
  refuseOverLimit(api);
  admitRequests(api, services);
  guard(api, services);
  noteProblems(api, services);
  // Who calls is known from `onRequest` on; hence the later hook.
  api.addHook('preValidation', async (request) => api.countRequest(request));
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  // What describes every call is for those who build on it, not for whoever looks for a hole.
  if (services.settings.environment !== 'production') await serveDocs(api);
  for (const resource of routes) await api.register(resource, services);
}

function proxiesOf({ trustProxy }: Settings) {
  if (typeof trustProxy !== 'number') return trustProxy;
  return (_address: string, hop: number) => hop < trustProxy;
}

/**
 * Lets connections go with their last answer once the server closes. Idle ones are closed by
 * Fastify; one that was busy at that moment would be kept alive for more than a minute.
 */
function letConnectionsGo(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** An `Expect` that Node does not know is no reason not to answer; Node would refuse it without us. */
function passOverExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
}
