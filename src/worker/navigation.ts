/**
 * Addresses that are not answered with the app's page. Each is anchored, since they are matched with path
 * and query. A verification link ends in a token with dots, whose last part is longer than any file
 * extension.
 */
export const outsideTheApp: RegExp[] = [
  /^\/(?:api|odds|pictures|proof|assets|health)(?:[/?]|$)/,
  /^[^?]*\.[A-Za-z0-9]{1,11}(?:\?|$)/,
];
