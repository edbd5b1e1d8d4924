import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const check = fileURLToPath(new URL('../../../src/server/node-version.js', import.meta.url));

// The check reads the version from `process`, so a test can replace it.
const older = `Object.defineProperty(process.versions, 'node', { value: '20.19.0' });
  await import(${JSON.stringify(check)});
  console.log('went on');`;

test('an older Node exits with instructions', async () => {
  const failed = promisify(execFile)(process.execPath, ['--input-type=module', '-e', older]);
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Touchline needs Node 24 or newer; this is Node 20\.19\.0\. Run npm ci --ignore-scripts=false --include=optional and then npm start/,
    ),
  });
});

test('the current Node continues', async () => {
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', check, '-e', '0']);
  expect(stderr).toBe('');
});
