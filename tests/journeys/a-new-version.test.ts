import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aDemoMember } from '../support/person.ts';

const worker = join(import.meta.dirname, '..', '..', 'dist', 'sw.js');

test('a new version that one tab accepts leaves the form in another as it is', async ({
  given,
  ground,
}) => {
  const line = await given.aBadLine(ground.origin);
  const phone = await given.aPhone(line.origin);
  const member = aDemoMember(phone);
  await member.logsIn();
  await phone.opens('/tipster/edit-profile');
  await phone.isReadyForOffline();
  const form = phone.page();
  const name = form.getByRole('textbox', { name: 'First Name' });
  await name.fill('Samantha');

  line.answers('/sw.js', {
    type: 'text/javascript',
    text: `${await readFile(worker, 'utf8')}\n// A later build.`,
  });
  await phone.opensAnotherTab('/');
  await member.acceptsTheNewVersion();

  await expect(name).toHaveValue('Samantha');
  await expect(form.getByText('A new version is ready')).toBeHidden();
});
