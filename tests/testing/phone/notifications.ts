import type { Phone } from './phone.ts';

/** The notifications of the phone: a visible page removes them. */
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

/** Grants the site the permission for notifications. */
export const mayNotify = async (phone: Phone) =>
  phone.context().grantPermissions(['notifications'], { origin: phone.origin });
