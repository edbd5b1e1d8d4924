/** The first league of every list, selected by default. */
export const defaultLeague = 'soccer_epl';

/** The odds service's group of leagues offered besides the default one. */
export const offeredGroup = 'Soccer - Europe';
