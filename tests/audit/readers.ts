import type { Backend } from '../testing/server/backend.ts';
import type { Given } from '../testing/phone/journey.ts';
import { aNewcomer } from '../testing/people/newcomer.ts';
import { aDemoAdministrator, aDemoMember } from '../testing/phone/person.ts';
import { inTheHand, type Phone } from '../testing/phone/phone.ts';
import { loadTranslator } from '../testing/screen/screen-text.ts';
import type { Hands, Screen, Who } from './screens.ts';

/** Phones in one language, one for each kind of person. */
export type Readers = {
  /** Opens a screen and prepares its state. */
  open: (screen: Screen) => Promise<{ phone: Phone; page: Hands['page'] }>;
  /** Returns the phone of a kind of person. */
  phoneOf: (who: Who) => Promise<Phone>;
};

type Choices = {
  origin?: string;
  language: string;
  /** The size of the window; by default that of a phone. */
  size?: { width: number; height: number } | null | undefined;
  /** Runs on a phone before its first page. */
  prepare?: (phone: Phone) => Promise<unknown>;
};

/** Opens phones in a language; each phone has one login. */
export async function readersOf(
  given: Pick<Given, 'aPhone'>,
  backend: Backend,
  { origin = backend.origin, language, size = inTheHand.viewport, prepare }: Choices,
): Promise<Readers> {
  const say = await loadTranslator(language);
  const phones = new Map<Who, Phone>();

  async function phoneOf(who: Who): Promise<Phone> {
    const known = phones.get(who);
    if (known !== undefined) return known;
    const phone = await given.aPhone(origin, inTheHand);
    // Stores the language like the app does, because this test does not read the settings page.
    await phone.context().addInitScript((chosen) => {
      // Tools open empty pages (`about:blank`), which have no storage.
      if (location.protocol !== 'about:') localStorage.setItem('touchline-language', chosen);
    }, language);
    phones.set(who, phone);
    await logIn(who, phone, backend);
    await prepare?.(phone);
    return phone;
  }

  return {
    phoneOf,
    async open(screen) {
      const phone = await phoneOf(screen.who);
      const page = phone.page();
      if (size) await page.setViewportSize(size);
      await phone.opens(screen.path);
      await page.locator('main').locator('h1, .skeleton, [role=alert]').first().waitFor();
      await page.evaluate(async () => document.fonts.ready);
      await screen.prepare?.({ page, say });
      return { phone, page };
    },
  };
}

async function logIn(who: Who, phone: Phone, backend: Backend): Promise<void> {
  if (who === 'a visitor') return;
  const person = {
    'a newcomer': async () => aNewcomer(phone, backend),
    'a member': async () => aDemoMember(phone),
    'an administrator': async () => aDemoAdministrator(phone),
  }[who];
  await (await person()).startsAt('/env.json');
}
