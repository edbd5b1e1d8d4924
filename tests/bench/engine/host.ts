import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { applied } from './applied.ts';

/** A minimal server: serves the page, and responds to changes like the real server. */
export type Host = {
  origin: string;
  /** Sets the delay of each response in milliseconds. */
  slowness: (milliseconds: number) => void;
  /** Discards all changes; returns the number of requests since the last call. */
  takeRequests: () => number;
  close: () => Promise<void>;
};

export async function aHost(folder: string): Promise<Host> {
  let delay = 0;
  let requests = 0;
  const acknowledged: { id: string; status: number }[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://host');
    if (!url.pathname.startsWith('/api/')) return serve(folder, url.pathname, response);
    const body = await bodyOf(request);
    requests += 1;
    if (delay > 0) await wait(delay);
    if (url.pathname === '/api/ping') {
      return json(response, { name: 'touchline', serverTime: new Date().toISOString() });
    }
    if (url.pathname === '/api/sync') {
      return json(response, pageSince(Number(url.searchParams.get('since') ?? 0)));
    }
    const key = String(request.headers['idempotency-key']);
    response.setHeader('x-op-id', key);
    if (url.pathname === '/api/ops') {
      const parsed: unknown = JSON.parse(body);
      const batch = Array.isArray(parsed) ? parsed : [];
      return json(response, batch.map(one));
    }
    return json(response, change(key, url.pathname + url.search, body));
  }

  function one({ id, path, body = {} }: { id: string; path: string; body?: unknown }) {
    return { id, status: 200, body: change(id, path, JSON.stringify(body)) };
  }

  function change(id: string, path: string, body: string): unknown {
    acknowledged.push({ id, status: 200 });
    return applied({ path, body });
  }

  function pageSince(since: number) {
    const operations = acknowledged.slice(since, since + 200);
    const cursor = Math.max(since, since + operations.length);
    const more = cursor < acknowledged.length;
    const serverTime = new Date().toISOString();
    return { cursor, serverTime, more, tips: [], removed: [], follows: [], operations };
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    slowness(milliseconds) {
      delay = milliseconds;
    },
    takeRequests() {
      acknowledged.length = 0;
      const taken = requests;
      requests = 0;
      return taken;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

async function serve(folder: string, path: string, response: ServerResponse): Promise<void> {
  if (path === '/main.js') {
    response.setHeader('content-type', 'text/javascript');
    response.end(await readFile(join(folder, 'main.js')));
    return;
  }
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>Bench</title><script type="module" src="/main.js"></script>');
}

function json(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) body += String(chunk);
  return body;
}
