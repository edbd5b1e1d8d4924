import * as z from 'zod/mini';

/** The environment file at the site's root, which selects the configuration file. */
export const Environment = z.object({
  environment: z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)),
});

/** An http or https URL; other schemes might be executed by a browser. */
const WebAddress = z.url({ protocol: /^https?$/ });

/** A link to a social network or support page. */
const Link = z.object({ name: z.string(), url: WebAddress });

/**
 * The configuration file: URLs of the API and the odds service, and this site's texts for members.
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
  /** The operator's name and contact: an email address, a URL or text. */
  operator: z._default(
    z.object({ name: z._default(z.string(), ''), contact: z._default(z.string(), '') }),
    { name: '', contact: '' },
  ),
  supportLinks: z._default(z.array(Link), []),
  socialLinks: z._default(z.array(Link), []),
});
export type Configuration = z.infer<typeof Configuration>;
