import type { Phone } from './phone.ts';

/** What the phone shows, as the worker put it up: a page that is looked at takes it down. */
export async function shownOn(
  phone: Phone,
): Promise<{ title: string; body: string; path: unknown }[]> {
  const [worker] = phone.context().serviceWorkers();
  if (worker === undefined) throw new Error('There is no worker on this phone.');
  return worker.evaluate(async () => {
    const registration: unknown = Reflect.get(globalThis, 'registration');
    if (!(registration instanceof ServiceWorkerRegistration)) throw new Error('No registration.');
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, path: data?.path }));
  });
}

/** Its browser lets the site show notifications. */
export const mayNotify = async (phone: Phone) =>
  phone.context().grantPermissions(['notifications'], { origin: phone.origin });
