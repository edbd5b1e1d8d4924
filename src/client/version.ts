const told: unknown = import.meta.env.APP_VERSION;

/** Which version of the app this build is. */
export const version = typeof told === 'string' ? told : '';
