import * as z from 'zod/mini';

/** The environment file at the site's root: which configuration file to read. */
export const Environment = z.object({
  environment: z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)),
});

/** An address on the web; what a browser would run or draw instead of opening it is none. */
const WebAddress = z.url({ protocol: /^https?$/ });

/** Links to people's networks, absent when a site names none. */
const Link = z.object({ name: z.string(), url: WebAddress });

/** The configuration file: where the API and the odds are, and what this site tells its members. */
export const Configuration = z.object({
  /** Empty for the origin the site is served from. */
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
  /** Who runs the site, and how they are reached: an email address, an address on the web, or words. */
  operator: z._default(
    z.object({ name: z._default(z.string(), ''), contact: z._default(z.string(), '') }),
    { name: '', contact: '' },
  ),
  supportLinks: z._default(z.array(Link), []),
  socialLinks: z._default(z.array(Link), []),
});
export type Configuration = z.infer<typeof Configuration>;
