import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit, members } from '#server/db/schema.ts';
import { setRole, removeGuardsByEmail } from '#server/admin-command.ts';
import { authenticators, passkeys } from '#server/db/auth-tables.ts';

import { aDataDir, aServer } from '../../testing/server/server-process.ts';
import { newestMailTo } from '../../testing/outside/mail.ts';
import { aMember } from '../../testing/people/members.ts';
import { theApi } from '../../testing/server/api.ts';

const api = await theApi();
const command = fileURLToPath(new URL('../../../src/server/admin-command.ts', import.meta.url));

describe('granting the administrator role', () => {
  test('applies from the next request of the existing token', async () => {
    const member = await aMember(api);
    expect((await api.get('/api/admin/tickets', member)).status).toBe(403);

    await setRole(api.database, member.email.toUpperCase(), 'administrator', api.clock());
    expect((await api.get('/api/admin/tickets', member)).status).toBe(200);

    await setRole(api.database, member.email, 'member', api.clock());
    expect((await api.get('/api/admin/tickets', member)).status).toBe(403);
  });

  test('is audited once, and pulled by the member’s devices', async () => {
    const member = await aMember(api);

    await setRole(api.database, member.email, 'administrator', api.clock());
    await setRole(api.database, member.email, 'administrator', api.clock());

    const entries = await api.database
      .select()
      .from(audit)
      .where(eq(audit.subject, `member:${member.id}`));
    expect(entries).toMatchObject([
      { action: 'member.role', before: { role: 'member' }, after: { role: 'administrator' } },
    ]);
    const [row] = await api.database.select().from(members).where(eq(members.id, member.id));
    expect(row).toMatchObject({ role: 'administrator', cursor: 1, profileCursor: 1 });
  });

  test('does nothing for an unknown address', async () => {
    expect(await setRole(api.database, 'no@example.org', 'administrator', api.clock())).toBeNull();
  });
});

describe('removing a member’s login guards', () => {
  test('removes passkeys and authenticator app, ends every session, and is audited and mailed', async () => {
    const member = await aMember(api);
    const createdAt = api.clock();
    const key = { id: 'a key', publicKey: Buffer.from('x'), counter: 0, device: 'Chrome, Android' };
    await api.database.insert(passkeys).values({ ...key, memberId: member.id, createdAt });
    const app = { memberId: member.id, secret: 'JBSWY3DPEHPK3PXP', confirmedAt: createdAt };
    await api.database.insert(authenticators).values(app);

    await removeGuardsByEmail(api, member.email.toUpperCase());

    expect(await api.database.$count(passkeys)).toBe(0);
    expect(await api.database.$count(authenticators)).toBe(0);
    expect((await api.get('/api/tips', member)).status).toBe(401);
    expect((await newestMailTo(api, member.email)).subject).toContain('removed from your');
    const entries = await api.database
      .select()
      .from(audit)
      .where(eq(audit.subject, `member:${member.id}`));
    const addedAt = createdAt.toISOString();
    expect(entries).toMatchObject([
      {
        action: 'member.unguard',
        before: {
          guards: [
            { kind: 'passkey', device: 'Chrome, Android', addedAt },
            { kind: 'authenticator', device: '', addedAt },
          ],
        },
        after: { guards: [] },
      },
    ]);
  });

  test('is refused for an unknown address', async () => {
    await expect(removeGuardsByEmail(api, 'no@example.org')).rejects.toThrow(
      'Nobody is registered',
    );
  });
});

describe('the command', () => {
  test.each([
    { words: [] },
    { words: ['grant'] },
    { words: ['crown', 'a@example.org'] },
    { words: ['grant', 'a@example.org', 'now'] },
    { words: ['records', 'a@example.org', 'now'] },
  ])('prints its usage for the arguments $words', async ({ words }) => {
    expect(await admin(words, {})).toMatchObject({
      code: 1,
      message: expect.stringMatching(/^Usage:/),
    });
  });

  test('reaches the database of a running and of a stopped server', async () => {
    const env = { DATA_DIR: await aDataDir(), DEMO: '0' };
    const server = aServer({ env });
    const url = await server.url();
    const email = 'first@example.org';
    await registerAt(url, email);

    expect(await admin(['grant', email], env)).toMatchObject({
      code: 0,
      message: expect.stringMatching(
        /first@example\.org is an administrator from now on\. They have to activate/,
      ),
    });
    expect((await fetch(`${url}/api/ping`)).status).toBe(200);
    server.kill('SIGTERM');
    await server.ended;

    expect(await admin(['grant', email.toUpperCase()], env)).toMatchObject({
      code: 0,
      message: expect.stringMatching(/first@example\.org is an administrator already\./),
    });
    expect(await admin(['unguard', email], env)).toMatchObject({
      code: 0,
      message: expect.stringMatching(
        /password alone from now on \(there was no passkey and no authenticator app\)/,
      ),
    });
    expect(await admin(['records'], env)).toMatchObject({
      code: 0,
      message: expect.stringMatching(/Records computed from the tips: 0\./),
    });
    expect(await admin(['grant', 'nobody@example.org'], env)).toMatchObject({
      code: 1,
      message: expect.stringMatching(/Nobody is registered as nobody@example\.org/),
    });
  });
});

async function registerAt(url: string, email: string): Promise<void> {
  const answer = await fetch(`${url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      userName: 'First',
      phoneNumber: '+2348012345678',
      password: 'seven wet goalkeepers',
      password_confirmation: 'seven wet goalkeepers',
    }),
  });
  expect(answer.status).toBe(200);
}

async function admin(words: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [command, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', ...env },
  });
  let message = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      message += text;
    });
  }
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  return { code, message };
}
