import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of this process. No label contains an id, so labels have few values. */
export const metricsRegistry = new Registry();

const registers = [metricsRegistry];

/** Durations of requests, from the first byte to the last, by declared route. */
const requestSeconds = new Histogram({
  name: 'touchline_http_request_duration_seconds',
  help: 'How long requests took, by method, route and status.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers,
});

/** The number of API calls that are running. */
export const runningCalls = new Gauge({
  name: 'touchline_requests_under_way',
  help: 'Calls of the API that are under way.',
  registers,
});

/** Counts API calls refused because of overload or rate limits. */
export const refusedCalls = new Counter({
  name: 'touchline_turned_away_total',
  help: 'Calls that were not begun: unavailable (too many under way) or rate-limited (of one caller).',
  labelNames: ['code'] as const,
  registers,
});

/** Counts attempts to send a mail. */
export const mailAttempts = new Counter({
  name: 'touchline_mails_total',
  help: 'Attempts to send a mail: sent, late (to be tried again) or dropped.',
  labelNames: ['outcome'] as const,
  registers,
});

/** Counts attempts to send a push. */
export const pushAttempts = new Counter({
  name: 'touchline_pushes_total',
  help: 'Attempts to push: sent, late (to be tried again), gone, refused or unwelcome.',
  labelNames: ['outcome'] as const,
  registers,
});

/** Counts failures caused by the server, in single calls and batches. */
export const serverFailures = new Counter({
  name: 'touchline_faults_total',
  help: 'Requests, and operations of a batch, that failed through a fault of ours.',
  registers,
});

/** Counts operations of members, in single calls and batches. */
export const operationOutcomes = new Counter({
  name: 'touchline_operations_total',
  help: 'Operations: done, repeated (answered before), refused or failed (to be sent again).',
  labelNames: ['kind', 'outcome'] as const,
  registers,
});

/** Counts runs of background jobs. */
export const jobRuns = new Counter({
  name: 'touchline_job_rounds_total',
  help: 'Jobs and their rounds: done, failed, late (what is outside is away), or waiting for a database that takes writes.',
  labelNames: ['job', 'outcome'] as const,
  registers,
});

// Known labels start at 0, because Prometheus sees no rise if the first value is 1.
for (const code of ['unavailable', 'rate-limited']) refusedCalls.inc({ code }, 0);
for (const outcome of ['sent', 'late', 'dropped']) mailAttempts.inc({ outcome }, 0);
for (const outcome of ['sent', 'late', 'gone', 'refused', 'unwelcome']) {
  pushAttempts.inc({ outcome }, 0);
}

/** Measures the duration of every request. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    requestSeconds.observe(
      { method: request.method, route: toRouteLabel(request), status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
}

/** Returns the declared route; all files share one label, and all unknown paths share another. */
function toRouteLabel({ is404, routeOptions, url }: FastifyRequest): string {
  const declared = routeOptions.url ?? '';
  if (!is404)
    return /^\/(api|odds|health|pictures|previews|proof)\b/.test(declared) ? declared : 'site';
  return /^\/(api|odds|pictures|previews|proof)\b/i.test(url) ? 'none' : 'site';
}

/** Starts the counters of a route's operations at 0. */
export function initializeOperationCounters(call: OperationRoute): void {
  for (const outcome of ['done', 'repeated', 'refused', 'failed']) {
    operationOutcomes.inc({ kind: toOperationLabel(call), outcome }, 0);
  }
}

type OperationRoute = { method: string; path: string };

export function toOperationLabel({ method, path }: OperationRoute): string {
  return `${method} ${path}`;
}

/** Starts the counters of a job at 0. */
export function initializeJobCounters(job: string): void {
  for (const outcome of ['done', 'failed', 'late', 'waiting']) jobRuns.inc({ job, outcome }, 0);
}
