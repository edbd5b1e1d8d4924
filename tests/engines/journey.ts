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
  /** A connection to the server of the worker, which adds a collector of page errors. */
  connection: Connection;
  /** Starts a browser of the engine on the connection; page errors fail the test at its end. */
  openPhone: (options?: LaunchOptions) => Promise<EnginePhone>;
};

/** A Playwright test whose browsers are driven through their own protocols. */
export const test = base.extend<EngineOption & Fixtures, { server: Backend }>({
  engine: ['chromium', { option: true }],
  server: [
    // Playwright reads the first parameter's names, and wants it destructured.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const backend = await aBackend({ DEMO: '1' });
      await backend.start();
      await provide(backend);
      await backend.remove();
    },
    { scope: 'worker', timeout: 240_000 },
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

/** The first script of a page, which every start loads, offline as well. */
const theme = join(import.meta.dirname, '..', '..', 'dist', 'theme.js');

/** Runs in the page: collects uncaught errors and violations of its policy over all its loads. */
function collectPageErrors(): void {
  const add = (text: string) => {
    const line = `${location.pathname}: ${text}`;
    try {
      const earlier: string[] = JSON.parse(sessionStorage.getItem('pageErrors') ?? '[]');
      sessionStorage.setItem('pageErrors', JSON.stringify([...earlier, line]));
    } catch {
      // Without storage the errors last as long as the page.
      Reflect.set(globalThis, 'pageErrors', [
        ...(Reflect.get(globalThis, 'pageErrors') ?? []),
        line,
      ]);
    }
  };
  // A stack does not name its error in every engine, and may be empty.
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
