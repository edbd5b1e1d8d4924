import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request as the server received it. */
export type Received = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
};

/** A response, "no response" or a broken connection. */
export type Reply =
  | { status: number; headers?: Record<string, string>; body?: unknown; text?: string }
  | 'never'
  | 'break';

/** A real local HTTP server with the test's responses; records its requests. */
export async function anHttpServer(answer: (request: Received) => Reply | Promise<Reply>) {
  const requests: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    void read(incoming).then(
      async (request) => {
        requests.push(request);
        give(outgoing, await answer(request));
      },
      // The client closed the connection before the end of its request.
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(incoming: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://server');
  return {
    method: incoming.method ?? '',
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString(),
  };
}

function give(outgoing: ServerResponse, reply: Reply): void {
  if (reply === 'never') return;
  if (reply === 'break') {
    outgoing.destroy();
    return;
  }
  const { status, headers = {}, body, text } = reply;
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  outgoing.writeHead(status, { 'content-type': type, ...headers });
  outgoing.end(text ?? (body === undefined ? '' : JSON.stringify(body)));
}
