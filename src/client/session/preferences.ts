import { createPersistedValue, parseStoredText, parseStoredTexts } from './persisted.ts';

// Choices and notes of this device, which survive a logout.

/** The key of the chosen language, which a script reads before the app. */
export const languageKey = 'touchline-language';

/** The code of the chosen language, if any. */
export const chosenLanguage = createPersistedValue(languageKey, parseStoredText, { form: 'text' });

/** The teams by name and the leagues by key that are first in the list of games. */
export const favourites = createPersistedValue('touchline-favourites', parseStoredTexts);

/** Adds or removes a star of a team or a league. */
export function toggleFavourite(name: string): void {
  const before = favourites.get();
  favourites.set(before.includes(name) ? before.filter((one) => one !== name) : [...before, name]);
}

/** Set to `off` if the keyboard commands of the desk were turned off. */
export const deskShortcutSetting = createPersistedValue('touchline-desk-keys', parseStoredText, {
  form: 'text',
});

/** The maximum number of members whose choice is stored. */
const maxMembers = 20;

const membersWithoutProfile = createPersistedValue('touchline-profile-later', parseStoredTexts);

/** Whether a member postponed the profile on this device. */
export function isProfilePostponed(memberId: string): boolean {
  return membersWithoutProfile.get().includes(memberId);
}

/** Stores the choice to postpone. */
export function postponeProfile(memberId: string): void {
  const others = membersWithoutProfile.get().filter((one) => one !== memberId);
  membersWithoutProfile.set([memberId, ...others].slice(0, maxMembers));
}

/** Set once Copy or Book was used. */
export const copyUsed = createPersistedValue('touchline-copied-once', parseStoredText, {
  form: 'text',
});

/** The time at which the app was offered for installation, accepted or not. */
export const installOfferedAt = createPersistedValue('touchline-install-offered', parseStoredText, {
  form: 'text',
});

/** Set by a developer to log drains. */
export const debugFlag = createPersistedValue('touchlineDebug', parseStoredText, { form: 'text' });
