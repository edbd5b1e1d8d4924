import { aServerProcess, type ServerSettings, type ServerProcess } from './server-process.ts';

/** The server of a run; when it dies, the next one takes over. */
export type Servers = {
  /** The address of the server; undefined while none is running. */
  origin: () => string | undefined;
  current: () => Promise<ServerProcess>;
  /** The number of deaths, and the duration of each start in milliseconds. */
  deaths: () => number;
  starts: () => readonly number[];
  stop: () => Promise<void>;
};

/** Keeps one server running and starts the next one in advance, so that a run does not wait for it. */
export async function startServers(settings: ServerSettings): Promise<Servers> {
  const starts: number[] = [];
  let deaths = 0;
  let stopping = false;
  let next = begin();
  let current: ServerProcess | undefined;
  let ready = succeed();
  await ready;

  async function begin(): Promise<ServerProcess> {
    const server = await aServerProcess(settings);
    starts.push(server.startedIn);
    return server;
  }

  async function succeed(): Promise<ServerProcess> {
    const server = await next;
    next = begin();
    // At the end of a run, a server that is still starting is killed, so its start may fail.
    next.catch(() => undefined);
    current = server;
    void server.died.then(() => {
      current = undefined;
      if (stopping) return;
      deaths += 1;
      ready = succeed();
    });
    return server;
  }

  return {
    origin: () => current?.origin,
    async current() {
      for (;;) {
        const server = await ready;
        if (server.isAlive()) return server;
        await server.died;
      }
    },
    deaths: () => deaths,
    starts: () => starts,
    async stop() {
      stopping = true;
      for (const each of [current, await next.catch(() => undefined)]) {
        each?.kill();
        await each?.died;
      }
    },
  };
}
