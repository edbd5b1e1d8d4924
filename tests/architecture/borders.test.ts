import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { plantedProject, says } from '../testing/machine/planted-project.ts';

// Each row has an import that crosses a layer border, and a part of the expected lint message.
const crossings = [
  ['src/domain/a.ts', 'zod', 'pure rules'],
  ['src/domain/a.ts', '#contract/x.ts', 'pure rules'],
  ['src/domain/a.ts', '../contract/x.ts', 'pure rules'],
  ['src/domain/a.ts', 'node:fs', 'pure rules'],
  ['src/domain/below/a.ts', '../../server/x.ts', 'pure rules'],
  ['src/contract/a.ts', '#sync/x.ts', 'describes the wire'],
  ['src/contract/a.ts', '../domain/x.ts', 'describes the wire'],
  ['src/contract/a.ts', '../../tests/testing/x.ts', 'describes the wire'],
  ['src/contract/a.ts', 'zod', 'only package is zod/mini'],
  ['src/contract/a.ts', 'node:crypto', 'only package is zod/mini'],
  ['src/contract/a.ts', 'fastify', 'only package is zod/mini'],
  ['src/sync/a.ts', '#client/x.ts', 'page and worker'],
  ['src/sync/a.ts', '#worker/x.ts', 'page and worker'],
  ['src/sync/operations/a.ts', '../../server/x.ts', 'page and worker'],
  ['src/sync/a.ts', 'react', 'no screen'],
  ['src/sync/a.ts', 'dexie-react-hooks', 'no screen'],
  ['src/sync/a.ts', 'zod', 'quarter of the weight'],
  ['src/client/a.ts', '#server/x.ts', 'never meets the server'],
  ['src/client/routes/a.tsx', '../../worker/x.ts', 'never meets the server'],
  ['src/client/data/a.ts', '#server/x.ts', 'never meets the server'],
  ['src/client/features/slip/a.tsx', '#server/x.ts', 'never meets the server'],
  ['src/client/a.ts', 'ofetch', 'belong to sync/'],
  ['src/client/features/slip/a.tsx', 'dexie', 'belong to sync/'],
  ['src/client/data/a.ts', 'dexie', 'belong to sync/'],
  ['src/client/features/slip/a.tsx', 'zod', 'quarter of the weight'],
  ['src/client/features/slip/a.tsx', '../account/x.tsx', 'Features never import each other'],
  ['src/client/features/slip/a.tsx', '../../features/account/x.tsx', 'never import each other'],
  ['src/client/features/slip/a.tsx', '#client/features/account/x.tsx', 'never import each other'],
  ['src/client/features/slip/a.tsx', '../desk/x.tsx', 'Features never import each other'],
  ['src/client/features/desk/a.tsx', '../prices/x.tsx', 'Features never import each other'],
  ['src/client/features/prices/a.tsx', '../results/x.tsx', 'Pages of the desk'],
  ['src/client/features/prices/a.tsx', '../desk-history/x.tsx', 'Pages of the desk'],
  ['src/client/features/prices/a.tsx', '#client/features/slip/x.tsx', 'Pages of the desk'],
  ['src/client/features/slip/a.tsx', '../../routes/index.tsx', 'Routes put features together'],
  ['src/client/features/slip/below/a.tsx', './x.ts', 'one flat folder'],
  ['src/client/data/a.ts', '../features/slip/x.tsx', 'go down only'],
  ['src/client/data/a.ts', '#client/routes/index.tsx', 'go down only'],
  ['src/client/session/a.ts', '../features/slip/x.tsx', 'go down only'],
  ['src/client/ui/a.tsx', '../data/x.ts', 'lowest part'],
  ['src/client/ui/a.tsx', '#client/session/x.ts', 'lowest part'],
  ['src/client/ui/a.tsx', '#sync/x.ts', 'neither tables nor calls'],
  ['src/worker/a.ts', '#domain/x.ts', 'sync/ and contract/'],
  ['src/worker/a.ts', '#client/x.ts', 'sync/ and contract/'],
  ['src/worker/a.ts', '../server/x.ts', 'sync/ and contract/'],
  ['src/worker/a.ts', 'dexie', 'leaves tables to sync/'],
  ['src/server/a.ts', '#sync/x.ts', 'never meets the client'],
  ['src/server/a.ts', '#client/x.ts', 'never meets the client'],
  ['src/server/tickets/a.ts', '../../client/x.ts', 'never meets the client'],
  ['src/server/a.ts', 'react', 'no screen'],
].map(([file = '', target = '', sentence = '']) => ({ file, target, sentence }));

const allowed = [
  ['src/domain/a.ts', './ticket.ts'],
  ['src/domain/below/a.ts', '../ticket.ts'],
  ['src/contract/a.ts', 'zod/mini'],
  ['src/contract/a.ts', '#domain/tip.ts'],
  ['src/sync/a.ts', 'dexie'],
  ['src/sync/operations/a.ts', '../outbox.ts'],
  ['src/sync/a.ts', '#contract/x.ts'],
  ['src/client/routes/a.tsx', '../features/slip/slip-bar.tsx'],
  ['src/client/features/slip/a.tsx', './slip-bar.tsx'],
  ['src/client/features/prices/a.tsx', '../desk/reason-form.tsx'],
  ['src/client/features/slip/a.tsx', '../outbox/conflicts.ts'],
  ['src/client/features/slip/a.tsx', '../../ui/button.tsx'],
  ['src/client/features/slip/a.tsx', '#client/data/tickets.ts'],
  ['src/client/features/slip/a.tsx', '#sync/x.ts'],
  ['src/client/data/a.ts', 'dexie-react-hooks'],
  ['src/client/ui/a.tsx', './button.tsx'],
  ['src/worker/a.ts', '#sync/drain/drain.ts'],
  ['src/worker/a.ts', 'workbox-routing'],
  ['src/server/tickets/a.ts', '../db/database.ts'],
  ['src/server/a.ts', '#contract/x.ts'],
  ['src/server/a.ts', 'node:fs'],
].map(([file = '', target = '']) => ({ file, target }));

const globals = [
  { file: 'src/client/data/a.ts', code: 'fetch("/api");', red: true },
  { file: 'src/client/data/a.ts', code: 'localStorage.clear();', red: true },
  { file: 'src/client/session/a.ts', code: 'localStorage.clear();', red: false },
  { file: 'src/client/session/a.ts', code: 'fetch("/api");', red: true },
  { file: 'src/client/ui/a.ts', code: 'indexedDB.open("x");', red: true },
  { file: 'src/sync/a.ts', code: 'fetch("/api");', red: false },
  { file: 'src/sync/a.ts', code: 'localStorage.clear();', red: true },
  { file: 'src/worker/a.ts', code: 'indexedDB.open("x");', red: true },
  { file: 'src/domain/a.ts', code: 'fetch("/api");', red: true },
];

const Report = z.object({
  diagnostics: z.array(
    z.object({ code: z.string(), help: z._default(z.string(), ''), filename: z.string() }),
  ),
});

async function found(rule: string, rows: { file: string; code: string }[]): Promise<string[]> {
  const files = rows.map(({ file, code }, row) => [numbered(file, row), `${code}\n`]);
  using project = plantedProject(Object.fromEntries(files));
  const { diagnostics } = Report.parse(
    JSON.parse(await says('oxlint', ['--format', 'json', 'src'], project.folder)),
  );
  return rows.map(({ file }, row) =>
    diagnostics
      .filter(({ code, filename }) => code.includes(rule) && filename === numbered(file, row))
      .map(({ help }) => help)
      .join('\n'),
  );
}

/** Inserts the number of its row into the name of a test file, so that each name is unique. */
function numbered(file: string, row: number): string {
  return file.replace(/(?=\.tsx?$)/, String(row));
}

describe('lint, for an import that crosses a layer border', async () => {
  const sentences = await found(
    'no-restricted-imports',
    crossings.map(({ file, target }) => ({ file, code: `import '${target}';` })),
  );

  test.each(crossings.map((row, index) => ({ ...row, says: sentences[index] })))(
    'refuses $target in $file',
    ({ says: output, sentence }) => {
      expect(output).toContain(sentence);
    },
  );
});

describe('lint, for an import of a lower layer', async () => {
  const sentences = await found(
    'no-restricted-imports',
    allowed.map(({ file, target }) => ({ file, code: `import '${target}';` })),
  );

  test.each(allowed.map((row, index) => ({ ...row, says: sentences[index] })))(
    'allows $target in $file',
    ({ says: output }) => {
      expect(output).toBe('');
    },
  );
});

describe('lint, for a browser global', async () => {
  const sentences = await found('no-restricted-globals', globals);

  test.each(globals.map((row, index) => ({ ...row, says: sentences[index] })))(
    'checks $code in $file; refused: $red',
    ({ says: output, red }) => {
      expect(output !== '').toBe(red);
    },
  );
});

// The compiler follows indirect references, so only lint keeps the worker from importing domain/.
const undeclared = [
  { from: 'domain', to: 'contract' },
  { from: 'contract', to: 'sync' },
  { from: 'sync', to: 'client' },
  { from: 'client', to: 'server' },
  { from: 'client', to: 'worker' },
  { from: 'worker', to: 'client' },
  { from: 'server', to: 'sync' },
  { from: 'server', to: 'client' },
];

describe('the compiler, for a folder that the importing folder does not reference', () => {
  test.each(undeclared)('refuses #$to in $from', async ({ from, to }) => {
    using project = plantedProject({
      ...onePerFolder,
      [`src/${from}/here.ts`]: `import { here } from '#${to}/here.ts';\nexport const there = here;\n`,
    });

    expect(await says('tsc', ['-b', `src/${from}`], project.folder)).toContain('TS6307');
  });

  test('accepts the same folders without that import', async () => {
    using project = plantedProject({
      ...onePerFolder,
      'src/contract/here.ts': `import { here } from '#domain/here.ts';\nexport const there = here;\n`,
    });

    expect(await says('tsc', ['-b', ...folders.map((name) => `src/${name}`)], project.folder)).toBe(
      '',
    );
  });

  test.each([
    { folder: 'domain', code: 'document.title' },
    { folder: 'domain', code: 'process.env' },
    { folder: 'contract', code: 'window.location' },
    { folder: 'sync', code: 'document.title' },
    { folder: 'worker', code: 'document.title' },
    { folder: 'client', code: 'process.env' },
    { folder: 'server', code: 'document.title' },
  ])('does not define $code in $folder', async ({ folder, code }) => {
    using project = plantedProject({
      ...onePerFolder,
      [`src/${folder}/here.ts`]: `export const here: unknown = ${code};\n`,
    });

    expect(await says('tsc', ['-b', `src/${folder}`], project.folder)).toMatch(
      /TS(2304|2584|2591|2580)/,
    );
  });
});

const folders = ['domain', 'contract', 'sync', 'client', 'worker', 'server'];
const onePerFolder = Object.fromEntries(
  folders.map((name) => [`src/${name}/here.ts`, 'export const here = 1;\n']),
);
