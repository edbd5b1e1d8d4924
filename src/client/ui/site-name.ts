/** How the site names itself after the title of every page. */
export const siteName = 'Touchline, football tipster site';
