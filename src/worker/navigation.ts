/**
 * Addresses that are never answered with the app's page. They are tested on path and query, so each
 * is anchored: a query that mentions /api is still a page of the app. A verification link ends in a
 * token with dots in it; its last part is far longer than any file's extension.
 */
export const outsideTheApp: RegExp[] = [
  /^\/(?:api|odds|pictures|assets|health)(?:[/?]|$)/,
  /^[^?]*\.[A-Za-z0-9]{1,11}(?:\?|$)/,
];
