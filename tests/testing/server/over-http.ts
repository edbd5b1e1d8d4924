import {
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

export type HttpRequest = {
  port: number;
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer | undefined;
  /** The local IP address that the request comes from. */
  localAddress?: string;
  /** Keeps connections open for reuse; by default each request opens a new connection. */
  agent?: Agent;
};

export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Sends a request without any correction, because browsers and `fetch` refuse some requests. */
export async function overHttp({ body, agent, ...rest }: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', timeout: 60_000, agent: agent ?? false, ...rest };
    const sending = request(options, (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(unpacked(response)).then((body) => resolve({ status, headers, body }), reject);
    });
    sending.on('timeout', () => sending.destroy(new Error('no answer within a minute')));
    sending.on('error', reject);
    sending.end(body);
  });
}

function unpacked(response: IncomingMessage): NodeJS.ReadableStream {
  const packing = response.headers['content-encoding'];
  if (packing === 'gzip') return response.pipe(createGunzip());
  return packing === 'br' ? response.pipe(createBrotliDecompress()) : response;
}
