import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

import { buildApp } from './app.ts';
import { jobs } from './jobs/jobs.ts';
import { startJobs } from './jobs/worker.ts';
import { startupTasks } from './startup-tasks.ts';
import { createMailTransport } from './mail/transports.ts';
import { appRole, closeDatabase, openDatabase } from './db/database.ts';
import { isDatabaseUnavailable } from './db/failures.ts';
import { findActiveHostUrl } from './db/hosts.ts';
import { migrateDatabase } from './db/migrate.ts';
import { resolveServerUrl, resolveStandbyUrl } from './db/server-login.ts';
import { type Standby, createStandby } from './db/standby.ts';
import { startPostgres } from './db/postgres.ts';
import { defaultLimits } from './limits.ts';
import { registerGauges } from './metrics/gauges.ts';
import { serveMetrics, findMetricsAddressWarning } from './metrics/metrics-server.ts';
import type { Services } from './services.ts';
import { readSettings, type Settings } from './platform/settings.ts';
import { OperatorError, toErrorMessage, formatErrorStack } from './platform/error-reports.ts';
import { findUnknownSettings } from './platform/unknown-settings.ts';

/**
 * Maximum pending connections of the listening socket. With Node's default of 511 further clients
 * wait for seconds.
 */
const backlog = 4_096;
const shutdownTimeoutMs = 9_500;
const maxDatabaseWaitMs = 30_000;

const lifetime = createResourceStack();
stopOnSignals(lifetime);
for (const sentence of findUnknownSettings(process.env)) printError(sentence);
try {
  await startServer(readSettings(process.env), lifetime);
} catch (error) {
  printError(error instanceof OperatorError ? error.message : formatErrorStack(error));
  await lifetime.end().catch((failure: unknown) => printError(formatErrorStack(failure)));
  process.exit(1);
}

async function startServer(settings: Settings, lifetime: ResourceStack): Promise<void> {
  const databaseUrl = settings.databaseUrl ?? (await startBundledDatabase(settings, lifetime));
  const { state, url } = await migrateWhenReachable({ ...settings, databaseUrl });
  const connections = settings.databaseConnections;
  const database = openDatabase({ url, connections, role: appRole });
  lifetime.closeLater(async () => closeDatabase(database));
  const services: Services = {
    settings,
    database,
    ...(await openStandby(settings, { databaseUrl, serverUrl: url }, lifetime)),
    clock: () => new Date(),
    limits: defaultLimits,
  };
  if (state === 'migrated') for (const task of startupTasks) await task(services, report);
  else
    report(
      'The database takes no writes. What is read is answered; changes wait for one that does.',
    );

  const app = await buildApp(services);
  const mail = createMailTransport(settings, app.log);
  lifetime.closeLater(async () => mail.close());
  const tools = { ...services, mail, fetch: globalThis.fetch, log: app.log };
  lifetime.closeLater(startJobs(jobs, tools).stop);
  lifetime.closeLater(async () => app.close());
  await startMetrics(services, app, lifetime);
  await listen(app, settings);
}

/** Opens the standby without waiting for it; until it is reachable, the primary serves lists. */
async function openStandby(
  { databaseReadUrl, databaseConnections: connections, environment }: Settings,
  primary: { databaseUrl: string; serverUrl: string },
  lifetime: ResourceStack,
): Promise<{ standby?: Standby }> {
  if (databaseReadUrl === null) return {};
  const isStrict = environment === 'production';
  const url = await resolveStandbyUrl(databaseReadUrl, primary, { isStrict, report });
  const database = openDatabase({ url, connections, role: appRole });
  lifetime.closeLater(async () => closeDatabase(database));
  return { standby: createStandby(database) };
}

async function startMetrics(
  services: Services,
  { readDatabaseState }: FastifyInstance,
  lifetime: ResourceStack,
): Promise<void> {
  const { metricsAddress } = services.settings;
  if (!metricsAddress) return;
  const warning = findMetricsAddressWarning(metricsAddress);
  if (warning) printError(warning);
  registerGauges(services, readDatabaseState);
  const served = await serveMetrics(metricsAddress, readDatabaseState).catch((error: unknown) => {
    throw new OperatorError(`METRICS_ADDRESS cannot be listened on: ${toErrorMessage(error)}.`);
  });
  lifetime.closeLater(served.close);
  const { address, port } = served;
  report(
    `Metrics are at http://${address.includes(':') ? `[${address}]` : address}:${port}/metrics`,
  );
}

async function startBundledDatabase(settings: Settings, lifetime: ResourceStack): Promise<string> {
  const postgres = await startPostgres({
    dataDir: settings.dataDir,
    report,
    onLost(reason) {
      printError(`PostgreSQL is gone: ${reason.message}`);
      process.exit(1);
    },
  });
  lifetime.closeLater(postgres.stop);
  return postgres.url;
}

type DatabaseSettings = Settings & { databaseUrl: string };

/** Retries while the database is unreachable: a container may start it after the server. */
async function migrateWhenReachable(settings: DatabaseSettings): ReturnType<typeof migrateAsOwner> {
  const deadline = Date.now() + maxDatabaseWaitMs;
  for (let isReported = false; ; isReported = true) {
    try {
      return await migrateAsOwner(settings);
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      if (!isDatabaseUnavailable(error))
        throw new OperatorError(`The database refuses: ${toErrorMessage(error)}`);
      if (Date.now() > deadline) {
        throw new OperatorError(`The database cannot be reached: ${toErrorMessage(error)}`);
      }
      if (!isReported) report(`Waiting for the database (${toErrorMessage(error)}).`);
      await wait(500);
    }
  }
}

/** Migrates the database; returns the URL with the server's own login, which may not migrate. */
async function migrateAsOwner(settings: DatabaseSettings) {
  const { databaseUrl, databaseOwnerUrl, jwtSecret: secret, environment } = settings;
  const state = await migrateDatabase(await findActiveHostUrl(databaseOwnerUrl ?? databaseUrl), {
    report,
  });
  const isStrict = environment === 'production';
  return { state, url: await resolveServerUrl(settings, { secret, isStrict, report }) };
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ host, port, backlog });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    if (error.code === 'EADDRINUSE') {
      throw new OperatorError(
        `Port ${port} is in use already. Stop what runs there, or set PORT to another one.`,
      );
    }
    throw new OperatorError(`HOST ${host}, PORT ${port} cannot be listened on: ${error.message}.`);
  }
  const address = app.server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  const name = ['0.0.0.0', '::', '127.0.0.1'].includes(host) ? 'localhost' : host;
  report(`Touchline is at http://${name.includes(':') ? `[${name}]` : name}:${actual}`);
}

function stopOnSignals(lifetime: ResourceStack): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal exits at once; the bundled PostgreSQL then stops by itself.
      if (isStopping) process.exit(1);
      isStopping = true;
      report('Finishing what is under way. Once more stops at once.');
      setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
      void lifetime.end().then(
        () => process.exit(0),
        (error: unknown) => {
          printError(formatErrorStack(error));
          process.exit(1);
        },
      );
    });
  }
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Resources opened at the start; closed once, in reverse order. */
type ResourceStack = {
  closeLater: (close: () => Promise<void>) => void;
  end: () => Promise<void>;
};

function createResourceStack(): ResourceStack {
  const closers: (() => Promise<void>)[] = [];
  let ended: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = closers.pop(); close; close = closers.pop()) {
      // If one resource fails to close, the others must still be closed.
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed.');
  }

  return {
    closeLater: (close) => closers.push(close),
    end: () => (ended ??= closeAll()),
  };
}
