import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';

test.use({ phones: 'stay online' });

test('a phone verifies the history of a tip, and reports a rewritten history', async ({
  given,
}) => {
  const server = await given.aServer({ DEMO: '1' });
  const phone = await given.aPhone(server.origin);
  const [tip] = await server.query<{ id: string }>(
    'select id from tips where confirmed_at is not null order by id desc limit 1',
  );
  const page = phone.page().getByRole('main');
  const receipt = page.getByText('Receipt and history');

  await phone.opens(`/tip/${tip?.id}`);
  await receipt.click();
  await expect(page).toContainText('Confirmed: ');
  await expect(page).toContainText('Proved on this phone');
  expect(await server.command('verify')).toContain('all is as it was written down');

  // A database owner can disable its triggers; the server then signs the rows that are left.
  await server.stop();
  await server.query(`
    set session_replication_role = replica;
    update audit set hash = sha256(hash) where action = 'tip.confirm';
    delete from proof_leaves; delete from proof_nodes; delete from checkpoints;
    delete from unsealed_events;
    insert into unsealed_events select chain, position from audit`);
  await server.start();
  await phone.opens(`/tip/${tip?.id}`);

  await expect(phone.page().getByText('The history on this server was rewritten')).toBeVisible();
  await expect(server.command('verify')).rejects.toThrow('is not what was written down');
  await phone.opens('/');
  await expect(phone.page().getByText('The history on this server was rewritten')).toBeVisible();
});
