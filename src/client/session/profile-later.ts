import { siteStorage } from './site-storage.ts';

const key = 'touchline-profile-later';

/** The maximum number of members of one device. */
const maxMembers = 20;

/** Whether a member postponed the profile on this device. */
export function isProfileLater(memberId: string): boolean {
  return stored().includes(memberId);
}

/** Stores the choice to postpone. */
export function storeProfileLater(memberId: string): void {
  const others = stored().filter((one) => one !== memberId);
  siteStorage.setItem(key, JSON.stringify([memberId, ...others].slice(0, maxMembers)));
}

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(siteStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
