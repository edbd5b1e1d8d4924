import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type LoadRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** Successful responses per second, and the 99th percentile of durations in milliseconds. */
export type Load = { perSecond: number; slowest: number };

/** Number of connections, each with one request in flight, as in the table of performance.md. */
const connections = 32;

/**
 * Sends every request once and waits for all responses; `perSecond` limits the rate, and durations
 * then begin at the planned time. Up to one refused request in a hundred is allowed. Uses raw
 * sockets, because the sender shares the machine with the server.
 */
export async function load(
  origin: string,
  requests: readonly LoadRequest[],
  perSecond = Infinity,
): Promise<Load> {
  const buffers = requests.map(toBytes);
  const times: number[] = [];
  const problems: string[] = [];
  let next = 0;
  const lines = await Promise.all(Array.from({ length: connections }, async () => aLine(origin)));
  const started = performance.now();
  const work = async (line: Line) => {
    for (let index = next; index < buffers.length; index = next) {
      next += 1;
      const paced = started + (index / perSecond) * 1000;
      const early = paced - performance.now();
      if (early > 0) await wait(early);
      const due = perSecond === Infinity ? performance.now() : paced;
      const problem = await line.send(buffers[index] ?? Buffer.alloc(0));
      if (problem === undefined) times.push(performance.now() - due);
      else problems.push(problem);
    }
  };
  await Promise.all(lines.map(work));
  const seconds = (performance.now() - started) / 1000;
  for (const line of lines) line.close();
  if (problems.length > buffers.length / 100) {
    throw new Error(`The server refused ${problems.length} of ${buffers.length}: ${problems[0]}`);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const slowest = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
  return { perSecond: times.length / seconds, slowest };
}

function toBytes({ method, path, headers, body = '' }: LoadRequest): Buffer {
  const lines = Object.entries({
    host: 'bench',
    accept: 'application/json',
    ...headers,
    ...(body !== '' && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

type Line = {
  /** Sends a request and waits for its response; returns the response if it is not a success. */
  send: (request: Buffer) => Promise<string | undefined>;
  close: () => void;
};

async function aLine(origin: string): Promise<Line> {
  const { hostname, port } = new URL(origin);
  const socket = await new Promise<Socket>((done, fail) => {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true }, () => {
      done(opened);
    });
    opened.once('error', fail);
  });
  let heard: Buffer[] = [];
  let missing: number | undefined;
  let answered: PromiseWithResolvers<string | undefined> | undefined;
  socket.on('data', (data: Buffer) => {
    heard.push(data);
    if (missing === undefined) missing = bytesMissing(heard);
    else missing -= data.length;
    if (missing !== 0) return;
    const status = Number(heard[0]?.toString('latin1', 9, 12));
    const all = Buffer.concat(heard);
    heard = [];
    missing = undefined;
    answered?.resolve(status >= 200 && status < 300 ? undefined : all.toString());
  });
  socket.on('close', () => answered?.reject(new Error('The server closed the line.')));
  return {
    async send(request) {
      answered = Promise.withResolvers();
      socket.write(request);
      return answered.promise;
    },
    close: () => void socket.destroy(),
  };
}

/** Number of bytes that a response still lacks; undefined until its headers are complete. */
function bytesMissing(heard: readonly Buffer[]): number | undefined {
  const all = Buffer.concat(heard);
  const end = all.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(all.toString('latin1', 0, end))?.[1];
  if (length === undefined) throw new Error('An answer does not tell its length.');
  return end + 4 + Number(length) - all.length;
}
