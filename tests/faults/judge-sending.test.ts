import { expect, test } from 'vitest';
import { isTokenCheck, recordRefusedRead } from './checks/sessions.ts';
import type { Sent } from './world/network.ts';

const sent = (changes: Partial<Sent>): Sent => ({
  number: 1,
  sender: { name: 'a tab', isAlive: () => true, isOffline: () => false },
  method: 'POST',
  path: '/api/ops',
  headers: { authorization: 'Bearer one' },
  body: '[]',
  key: 'a key of its own',
  isChange: true,
  at: 0,
  ...changes,
});

const refusedRead = { method: 'GET', path: '/api/sync', body: undefined, isChange: false } as const;
const answerOf = (status: number) => ({ status, headers: {}, body: '{}' });

test('an empty batch checks a token that a read was refused with, and no other', () => {
  const device = { refusedCredentials: new Set<string>() };
  expect(isTokenCheck(device, sent({}))).toBe(false);

  recordRefusedRead(device, { sent: sent(refusedRead), answer: answerOf(503) });
  expect(isTokenCheck(device, sent({}))).toBe(false);

  recordRefusedRead(device, { sent: sent(refusedRead), answer: answerOf(401) });
  expect(isTokenCheck(device, sent({}))).toBe(true);
  expect(isTokenCheck(device, sent({ headers: { authorization: 'Bearer two' } }))).toBe(false);
});

test.each<[string, Partial<Sent>]>([
  ['a batch with an operation', { body: '[{}]' }],
  ['a batch without a key', { key: undefined }],
  ['another call', { path: '/api/tips' }],
])('%s is no check of a token', (_name, changes) => {
  const device = { refusedCredentials: new Set(['Bearer one']) };
  expect(isTokenCheck(device, sent(changes))).toBe(false);
});
