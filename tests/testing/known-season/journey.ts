import { clockSetting, offsetClock, offsetTo } from '../clock/offset-clock.ts';
import { aBackend, type Backend } from '../server/backend.ts';
import { type Given, test as journey } from '../phone/journey.ts';
import { type KnownSeason, theKnownSeason } from './season.ts';
import { aPerson, type Person } from '../phone/person.ts';
import type { Phone } from '../phone/phone.ts';

/** A server that contains only the known season; `ahead` is its clock's offset in milliseconds. */
type Known = { backend: Backend; season: KnownSeason; ahead: number };

/** A Playwright test with the known season on a shared server at 12:05 on 17 November 2026. */
export const test = journey.extend<object, { known: Known }>({
  known: [
    // Playwright reads fixture names from the first parameter, so it must be destructured.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, hand) => {
      const ahead = offsetTo('2026-11-17T12:05:00Z');
      const backend = await aBackend(clockSetting(ahead));
      try {
        await backend.start();
        await hand({ backend, season: await theKnownSeason(backend), ahead });
      } finally {
        await backend.remove();
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** A member of the known season with a phone whose clock shows the same day. */
export async function aReader(
  given: Given,
  { backend, season, ahead }: Known,
  who: 'Max' | 'Robin',
): Promise<{ phone: Phone; person: Person; opens: (path: string) => Promise<void> }> {
  const phone = await given.aPhone(backend.origin);
  await phone.context().addInitScript(offsetClock, ahead);
  const person = aPerson(phone, { ...season.login(who), firstName: who, lastName: '' });
  await person.startsAt('/terms');
  return {
    phone,
    person,
    async opens(path) {
      await phone.page().setViewportSize({ width: 390, height: 844 });
      await phone.opens(path);
    },
  };
}

/** The line with the age of a screen's data; `…` stands for any minute. */
export const asOf = 'As of 12:….';
