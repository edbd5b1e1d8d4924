import { type IncomingHttpHeaders, request } from 'node:http';

/** A request as the network has received it. */
export type ForwardedRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

/** A response of the server. */
export type UpstreamResponse = { status: number; headers: Record<string, string>; body: Buffer };

/** Forwards a request; with `upTo`, sends only that many bytes of the body and then nothing. */
export async function forwardTo(
  origin: string,
  forwarded: ForwardedRequest,
  upTo?: number,
): Promise<UpstreamResponse> {
  return new Promise((done, fail) => {
    const passed = request(
      new URL(forwarded.path, origin),
      {
        method: forwarded.method,
        headers: { ...forwarded.headers, connection: 'close' },
        agent: false,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', fail);
        answer.on('end', () => {
          if (!answer.complete) {
            fail(new Error('The server broke off.'));
            return;
          }
          const sent = Object.entries(answer.headers).filter(([name]) => !perHop.has(name));
          const headers = Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
          done({ status: answer.statusCode ?? 0, headers, body: Buffer.concat(chunks) });
        });
      },
    );
    passed.on('error', fail);
    if (upTo === undefined) passed.end(forwarded.body);
    else {
      passed.write(forwarded.body.subarray(0, upTo), () => passed.destroy());
      passed.on('close', () => fail(new Error('The request was cut.')));
    }
  });
}

const perHop = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Formats a response as HTTP/1.1 bytes. */
export function bytesOf({ status, headers, body }: UpstreamResponse): Buffer {
  const lines = Object.entries({
    ...headers,
    'content-length': String(body.length),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const head = `HTTP/1.1 ${status} Said\r\n${lines.join('\r\n')}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}
