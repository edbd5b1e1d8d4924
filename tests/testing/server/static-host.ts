import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';

const project = join(import.meta.dirname, '..', '..', '..');
const built = join(project, 'dist');
const configuration = '/config.production.json';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
};

/** A response that replaces a file: status, content type, text and redirect target. */
export type Instead = { status?: number; type?: string; text: string; location?: string };

export type StaticHost = {
  origin: string;
  /** Replaces the response of an address from now on; undefined restores the file. */
  answers: (path: string, instead: Instead | undefined) => void;
  /** Serves `env.json` with these addresses of a backend. */
  namesBackend: (addresses: { apiBaseUrl: string; oddsBaseUrl: string }) => Promise<void>;
  close: () => Promise<void>;
};

/** A web server that does not know the product: files of a folder, else one page. */
export async function aStaticHost(folder = built): Promise<StaticHost> {
  const others = new Map<string, Instead>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const other = others.get(path);
    if (other) send(response, other);
    else void sendFile(response, folder, path);
  });
  await new Promise<void>((done) => {
    server.listen(0, done);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const answers: StaticHost['answers'] = (path, instead) => {
    if (instead) others.set(path, instead);
    else others.delete(path);
  };
  return {
    origin: `http://localhost:${port}`,
    answers,
    async namesBackend(addresses) {
      const shipped: unknown = JSON.parse(
        await readFile(join(project, 'public', configuration), 'utf8'),
      );
      const text = JSON.stringify({ ...Object(shipped), ...addresses });
      answers(configuration, { type: 'application/json', text });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

/** Sends a replacement response. */
export function send(
  response: ServerResponse,
  { status = 200, type = 'text/html', text, location }: Instead,
): void {
  const headers = { 'content-type': type, 'cache-control': 'no-store' };
  response.writeHead(status, { ...headers, ...(location && { location }) }).end(text);
}

async function sendFile(response: ServerResponse, folder: string, path: string): Promise<void> {
  const target = join(folder, normalize(decodeURIComponent(path)));
  const file = extname(target) !== '' && existsSync(target) ? target : join(folder, 'index.html');
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
  });
  response.end(await readFile(file));
}
