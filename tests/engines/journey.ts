import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';

import { aBackend, type Backend } from '../testing/server/backend.ts';
import { aConnection, type Connection } from '../testing/phone/connection.ts';
import type { EngineName, LaunchOptions } from './engine-browser.ts';
import { engines } from './engines.ts';
import { createEnginePhone, type EnginePhone } from './engine-phone.ts';

export type EngineOption = { engine: EngineName };

export type Fixtures = {
  /** A connection to this worker's server; it adds a script to the pages that collects their errors. */
  connection: Connection;
  /** Starts a browser of the engine on the connection; page errors fail the test at its end. */
  openPhone: (options?: LaunchOptions) => Promise<EnginePhone>;
};

/** A Playwright test whose browsers are driven by their own protocols instead of Playwright's. */
export const test = base.extend<EngineOption & Fixtures, { server: Backend }>({
  engine: ['chromium', { option: true }],
  server: [
    // Playwright reads fixture names from the first parameter, so it must be destructured.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const backend = await aBackend({ DEMO: '1' });
      await backend.start();
      await provide(backend);
      await backend.remove();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  connection: async ({ server }, provide) => {
    const connection = await aConnection(server.origin);
    connection.answers('/theme.js', {
      type: 'text/javascript',
      text: `(${collectPageErrors.toString()})();\n${await readFile(theme, 'utf8')}`,
    });
    await provide(connection);
    await connection.close();
  },
  openPhone: async ({ engine, connection }, provide, testInfo) => {
    const phones: EnginePhone[] = [];
    await provide(async (options = {}) => {
      const phone = createEnginePhone(await engines[engine].launch(options), connection.origin);
      phones.push(phone);
      return phone;
    });
    const pageErrors = await Promise.all(phones.map(async (phone) => phone.pageErrors()));
    for (const [index, phone] of phones.entries()) {
      await phone.saveScreenshot(testInfo.outputPath(`phone-${index}.png`));
      await phone.remove();
    }
    expect(pageErrors.flat()).toEqual([]);
  },
});

/** The script that every page loads first, even without a connection. */
const theme = join(import.meta.dirname, '..', '..', 'dist', 'theme.js');

/** Runs in the page: collects uncaught errors and policy violations across page loads. */
function collectPageErrors(): void {
  const add = (text: string) => {
    const line = `${location.pathname}: ${text}`;
    try {
      const earlier: string[] = JSON.parse(sessionStorage.getItem('pageErrors') ?? '[]');
      sessionStorage.setItem('pageErrors', JSON.stringify([...earlier, line]));
    } catch {
      // Without storage, the errors are lost at the next page load.
      Reflect.set(globalThis, 'pageErrors', [
        ...(Reflect.get(globalThis, 'pageErrors') ?? []),
        line,
      ]);
    }
  };
  // In some engines a stack does not contain the error's message, or is empty.
  const describe = (error: unknown) =>
    error instanceof Error ? `${error.name}: ${error.message} ${error.stack ?? ''}` : String(error);
  addEventListener('error', ({ message, error }) =>
    add(error === undefined ? message : describe(error)),
  );
  addEventListener('unhandledrejection', ({ reason }) => add(describe(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    add(`policy ${violatedDirective} ${blockedURI} ${sourceFile}`),
  );
}
