import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import { ApiProblem } from '#contract/problem.ts';

import { toProblemBody } from './errors.ts';

const headerOverflowStatus = 431;

/** Responds to an invalid HTTP request, with the usual headers, and closes the connection. */
export function answerParserError(error: Error & { code?: string }, socket: Socket): void {
  // No response is sent on a closed connection, or after another response has begun.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const problem = new ApiProblem(isSlow ? 'request-timeout' : 'invalid-input');
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? headerOverflowStatus : problem.status;
  const requestId = randomUUID();
  const body = { ...toProblemBody(problem, requestId), status };
  socket.end(toResponseText(status, requestId, JSON.stringify(body)));
}

function toResponseText(status: number, requestId: string, body: string): string {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    'cache-control: no-store',
    `date: ${new Date().toUTCString()}`,
    `x-request-id: ${requestId}`,
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy: same-origin',
    'cross-origin-resource-policy: same-origin',
    'referrer-policy: no-referrer',
    'x-content-type-options: nosniff',
    'x-frame-options: DENY',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
