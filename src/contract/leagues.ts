/** The league that stands on top of every list, and is open when nobody has chosen one. */
export const defaultLeague = 'soccer_epl';

/** The group whose leagues are on offer beside the default one, as the odds service names it. */
export const offeredGroup = 'Soccer - Europe';
