import { createServer, type ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

import type { DatabaseState } from '../platform/health.ts';

/** Data that the thread receives at its start. */
export type ThreadStartData = { host: string; port: number; version: string; build: string };

/** The thread's first message: its address, or the reason why it cannot listen. */
export type StartMessage = { address: string; port: number } | { error: string };

/** A request for the metrics; the response has the same id. */
export type MetricsRequest = { id: number };

/** A message to the thread: the database's state, or the metrics (missing if they failed). */
export type ThreadMessage =
  | { database: DatabaseState }
  | { id: number; type?: string; text?: string };

/** Time without a message, in milliseconds, after which the process is reported as stuck. */
const stuckAfterMs = 10_000;

const { host, port, version, build }: ThreadStartData = workerData;
const lastDatabaseState: { database: DatabaseState; at: number } = {
  database: 'unavailable',
  at: -Infinity,
};
const responsesById = new Map<number, ServerResponse>();
let lastId = 0;

parentPort?.on('message', (message: ThreadMessage) => {
  if ('database' in message) {
    lastDatabaseState.database = message.database;
    lastDatabaseState.at = performance.now();
    return;
  }
  const { id, type, text } = message;
  const response = responsesById.get(id);
  responsesById.delete(id);
  if (text === undefined) response?.writeHead(500).end();
  else response?.writeHead(200, { 'content-type': type }).end(text);
});

const server = createServer(({ method, url }, response) => {
  const path = url?.split('?')[0];
  if (method !== 'GET') response.writeHead(404).end();
  else if (path === '/metrics') requestMetrics(response);
  else if (path === '/health/live') sendHealth(response, isMainThreadAlive(), {});
  else if (path === '/health') {
    const { database } = lastDatabaseState;
    sendHealth(response, isMainThreadAlive() && database === 'ok', { database });
  } else response.writeHead(404).end();
});
server.once('error', ({ message }) =>
  parentPort?.postMessage({ error: message } satisfies StartMessage),
);
server.listen(port, host, () => {
  const address = server.address();
  if (typeof address !== 'object' || !address) return;
  const begun: StartMessage = { address: address.address, port: address.port };
  parentPort?.postMessage(begun);
});

function isMainThreadAlive(): boolean {
  return performance.now() - lastDatabaseState.at < stuckAfterMs;
}

function requestMetrics(response: ServerResponse): void {
  lastId += 1;
  responsesById.set(lastId, response);
  response.once('close', responsesById.delete.bind(responsesById, lastId));
  parentPort?.postMessage({ id: lastId } satisfies MetricsRequest);
}

/** Sends a response with the same body as the public health routes. */
function sendHealth(response: ServerResponse, isWell: boolean, more: object): void {
  const status = isWell ? 'ok' : 'unavailable';
  response
    .writeHead(isWell ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(!isWell && { 'retry-after': '2' }),
    })
    .end(JSON.stringify({ status, ...more, version, build }));
}
