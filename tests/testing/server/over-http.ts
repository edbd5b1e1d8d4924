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
  /** The local address of the request. */
  localAddress?: string;
  /** Keeps connections alive; without one each request opens its own. */
  agent?: Agent;
};

export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Sends exactly this request to a local server; browsers would refuse to send some. */
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
