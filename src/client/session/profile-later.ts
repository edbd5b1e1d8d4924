const key = 'touchline-profile-later';

/** Whether a member said on this device that they fill in their profile later. */
export function isProfileLater(memberId: string): boolean {
  return stored().includes(memberId);
}

/** Stores that choice; without storage the next login asks again. */
export function storeProfileLater(memberId: string): void {
  const others = stored().filter((one) => one !== memberId);
  try {
    localStorage.setItem(key, JSON.stringify([memberId, ...others].slice(0, maxMembers)));
  } catch {
    // The question is no harm.
  }
}

/** Of the members of one device. */
const maxMembers = 20;

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
