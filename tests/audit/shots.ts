import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { demoPassword } from '#server/demo/recording.ts';

import { demoMember } from '../testing/people/demo-members.ts';
import { setColorScheme } from '../testing/screen/accessibility.ts';
import { aBackend } from '../testing/server/backend.ts';
import { aCaller, postsTips } from '../testing/server/api-caller.ts';
import { aPhone, inTheHand, onTheDesk, type Phone, type Shape } from '../testing/phone/phone.ts';
import { readersOf } from './readers.ts';
import { nameOf, rowsOf, type Screen, screensWith, screensWithoutALine } from './screens.ts';
import { sides } from './checks/directions.ts';

// Takes pictures of every screen in shots/, for phone and desktop, both colour schemes and Arabic.

const folder = join(import.meta.dirname, '..', '..', 'shots');
const shapes: Record<string, Shape> = { phone: inTheHand, desk: onTheDesk };
const [only = ''] = process.argv.slice(2);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const backend = await aBackend({ DEMO: '1' });
const phones: Phone[] = [];
try {
  await backend.start();
  const { origin } = backend;
  await postsTips(origin, await aCaller(origin, demoMember.email, demoPassword), 3);
  const rows = await rowsOf(origin);
  const offline: (() => Promise<void>)[] = [];
  for (const [shapeName, shape] of Object.entries(shapes)) {
    for (const language of sides) {
      const readers = await readersOf(
        {
          async aPhone(at) {
            const phone = await aPhone(at, shape);
            phones.push(phone);
            return phone;
          },
        },
        backend,
        { language, size: shape.viewport },
      );
      const draws = async (situation: string, screens: readonly Screen[]) => {
        for (const screen of screens) {
          const name = `${situation}${nameOf(screen)}`;
          if (name.includes(only)) await draw(await opened(name, screen), name);
        }
      };
      // A screen that cannot be opened gets a line, and the other pictures are still taken.
      const opened = async (name: string, screen: Screen) => {
        await readers.open(screen).catch((error: unknown) => {
          console.log(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        });
        return readers.phoneOf(screen.who);
      };
      const draw = async (phone: Phone, name: string) => {
        await phone.settles();
        for (const theme of language === 'en'
          ? (['light', 'dark'] as const)
          : (['light'] as const)) {
          await setColorScheme(phone.page(), theme);
          const file = `${name.replaceAll(/[^\p{L}\d]+/gu, '-')}-${shapeName}-${language}-${theme}.png`;
          await phone.page().screenshot({ path: join(folder, file), animations: 'disabled' });
        }
      };
      await draws('', screensWith(rows));
      await (await readers.phoneOf('a member')).isReadyForOffline();
      offline.push(async () => draws('offline ', screensWithoutALine(rows)));
    }
  }
  await backend.stop();
  for (const drawOffline of offline) await drawOffline();
} finally {
  for (const phone of phones) await phone.remove();
  await backend.remove();
}
