import {
  createDecipheriv,
  createECDH,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { importJWK, jwtVerify } from 'jose';

import { createVapidDetails } from '#server/push/vapid.ts';

/** A push subscription in the form in which a browser sends it to the server. */
type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

type Received = {
  path: string;
  /** The decrypted message. */
  data: unknown;
  headers: Record<string, unknown>;
  /** The received bytes. */
  body: Buffer;
};

export type PushService = {
  vapid: ReturnType<typeof createVapidDetails>;
  /** The local address that the service listens on. */
  url: string;
  close: () => Promise<void>;
  /** Creates a browser whose endpoint has the address of a known push service. */
  browser: () => BrowserSubscription;
  received: Received[];
  attempts: () => number;
  /** Sets the response from now on; status 201 accepts the message. */
  answers: (status: number, headers?: Record<string, string>) => void;
  /** Sends requests for the known push service to this local service. */
  fetch: (url: string, request: RequestInit) => Promise<Response>;
};

const origin = 'https://fcm.googleapis.com';

/**
 * A push service for tests: speaks RFC 8030 over HTTP, requires the signature of RFC 8292 and
 * decrypts messages (RFC 8291) with the browser's keys.
 */
export async function aPushService(): Promise<PushService> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { d = '' } = privateKey.export({ format: 'jwk' });
  const vapid = createVapidDetails(d, 'Touchline <no-reply@tips.example>');
  const browsers = new Map<string, { keys: ReturnType<typeof createECDH>; auth: Buffer }>();
  const received: Received[] = [];
  const state = { status: 201, headers: {}, attempts: 0 };

  const server = createServer((request, response) => {
    void (async () => {
      state.attempts += 1;
      const body = await bytesOf(request);
      const status = await judge(request, body).catch((error: unknown) => {
        response.setHeader('x-wrong', String(error));
        return 400;
      });
      response.writeHead(status, { ...state.headers, location: `${origin}/message/1` }).end();
    })();
  });

  async function judge(request: IncomingMessage, body: Buffer): Promise<number> {
    const path = request.url ?? '';
    const browser = browsers.get(path);
    if (request.method !== 'POST' || !browser) return 404;
    await checkSignature(request.headers.authorization ?? '', vapid.publicKey);
    if (!/^\d+$/.test(String(request.headers['ttl']))) return 400;
    if (request.headers['content-encoding'] !== 'aes128gcm' || body.length > 4096) return 413;
    if (state.status !== 201) return state.status;
    const data: unknown = JSON.parse(decrypted(body, browser));
    received.push({ path, data, headers: request.headers, body });
    return 201;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    vapid,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    received,
    attempts: () => state.attempts,
    answers(status, headers = {}) {
      Object.assign(state, { status, headers });
    },
    browser() {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      const path = `/fcm/send/${randomBytes(12).toString('base64url')}`;
      browsers.set(path, { keys, auth });
      const p256dh = keys.getPublicKey('base64url');
      return { endpoint: `${origin}${path}`, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    async fetch(url, request) {
      if (!url.startsWith(`${origin}/`)) throw new Error('the server knocks somewhere else');
      return fetch(url.replace(origin, `http://127.0.0.1:${port}`), request);
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function checkSignature(authorization: string, publicKey: string): Promise<void> {
  const { t = '', k = '' } =
    /^vapid t=(?<t>[\w.-]+), k=(?<k>[\w-]+)$/.exec(authorization)?.groups ?? {};
  if (k !== publicKey) throw new Error('another key');
  const point = Buffer.from(k, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  const { payload } = await jwtVerify(t, key, { audience: origin, maxTokenAge: '1 minute' });
  if (payload.sub !== 'mailto:no-reply@tips.example') throw new Error('nobody to write to');
}

/** Decrypts a message in the encoding of RFC 8188 with the keys of RFC 8291. */
function decrypted(
  body: Buffer,
  { keys, auth }: { keys: ReturnType<typeof createECDH>; auth: Buffer },
): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] ?? 0));
  const record = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = hkdf(keys.computeSecret(sender), auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
