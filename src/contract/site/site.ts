import * as z from 'zod/mini';

/** The environment file at the site's root, which selects the configuration file. */
export const Environment = z.object({
  environment: z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)),
});

/** An http or https address; excludes schemes that a browser would execute. */
const WebAddress = z.url({ protocol: /^https?$/ });

/** A link to a social network or support page. */
const Link = z.object({ name: z.string(), url: WebAddress });

/**
 * The configuration file: addresses of the API and the odds, and texts of this site for its
 * members.
 */
export const Configuration = z.object({
  /** Empty for the site's own origin. */
  apiBaseUrl: z.string(),
  oddsBaseUrl: z.string(),
  oddsApiKey: z._default(z.string(), ''),
  bookmakers: z._default(z.array(z.string()), []),
  minimumAge: z._default(z.int(), 18),
  helplines: z._default(
    z.array(
      z.object({
        country: z.string(),
        name: z.string(),
        phone: z.optional(z.string()),
        url: z.optional(WebAddress),
      }),
    ),
    [],
  ),
  /** The operator's name, and a contact: an email address, a web address, or words. */
  operator: z._default(
    z.object({ name: z._default(z.string(), ''), contact: z._default(z.string(), '') }),
    { name: '', contact: '' },
  ),
  supportLinks: z._default(z.array(Link), []),
  socialLinks: z._default(z.array(Link), []),
});
export type Configuration = z.infer<typeof Configuration>;
