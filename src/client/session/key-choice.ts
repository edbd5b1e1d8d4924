const key = 'touchline-desk-keys';

/** Whether keyboard commands of the desk are on; off only after a choice on this device. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

/** Stores the choice for the next visit. */
export function storeKeysOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
