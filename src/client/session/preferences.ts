import { createPersistedValue, parseStoredText, parseStoredTexts } from './persisted-value.ts';

// Choices that are stored on this device, not on the server.

/** A script reads this localStorage key before the app starts. */
export const languageKey = 'touchline-language';

export const chosenLanguage = createPersistedValue(languageKey, parseStoredText, { form: 'text' });

/** Starred teams (by name) and leagues (by key), which are listed first. */
export const favourites = createPersistedValue('touchline-favourites', parseStoredTexts);

/** Adds or removes a star of a team or a league. */
export function toggleFavourite(name: string): void {
  const before = favourites.get();
  favourites.set(before.includes(name) ? before.filter((one) => one !== name) : [...before, name]);
}

/** `off` if the member has disabled the keyboard shortcuts of the desk. */
export const deskShortcutSetting = createPersistedValue('touchline-desk-keys', parseStoredText, {
  form: 'text',
});

/** Maximum number of stored members who postponed filling in their profile. */
const maxMembersWithoutProfile = 20;

const membersWithoutProfile = createPersistedValue('touchline-profile-later', parseStoredTexts);

/** True if the member postponed filling in the profile on this device. */
export function isProfilePostponed(memberId: string): boolean {
  return membersWithoutProfile.get().includes(memberId);
}

export function postponeProfile(memberId: string): void {
  const others = membersWithoutProfile.get().filter((one) => one !== memberId);
  membersWithoutProfile.set([memberId, ...others].slice(0, maxMembersWithoutProfile));
}

/** `yes` once Copy or Book was used. */
export const copyUsed = createPersistedValue('touchline-copied-once', parseStoredText, {
  form: 'text',
});

/** The time when the app was offered for installation. */
export const installOfferedAt = createPersistedValue('touchline-install-offered', parseStoredText, {
  form: 'text',
});

/** Set by a developer to log how the outbox is sent. */
export const debugFlag = createPersistedValue('touchlineDebug', parseStoredText, { form: 'text' });
