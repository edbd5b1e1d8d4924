import { useLingui } from '@lingui/react/macro';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { useSiteConfiguration } from '#client/data/device/engine-state.ts';
import { ExternalLink } from '#client/ui/button.tsx';

const year = new Date().getFullYear();

/** The footer of every page, always with help at the same place. */
export function Footer() {
  const { t } = useLingui();
  const age = useSiteConfiguration()?.minimumAge ?? 18;
  return (
    <footer className="mt-8 border-t-[1.5px] border-line pt-6 pb-[calc(1.5rem+var(--bar,0px))] text-sm text-dim">
      <div className="mx-auto grid max-w-[72rem] gap-6 px-4 md:grid-cols-[2fr_1fr_1fr]">
        <div className="grid max-w-120 content-start gap-2">
          <p>
            <strong className="figure text-base text-ink">{age}+</strong>{' '}
            {t`Touchline exists to improve betting and to advocate transparency in the industry.`}
          </p>
          <p>{t`© ${year} Touchline`}</p>
        </div>
        <LinkGroup title={t`About`}>
          <FooterLink to="/terms">{t`Terms and Conditions`}</FooterLink>
          <FooterLink to="/help">{t`Help`}</FooterLink>
          <FooterLink to="/privacy">{t`Privacy`}</FooterLink>
        </LinkGroup>
        <LinkGroup title={t`Information`}>
          <FooterLink to="/settings">{t`Settings`}</FooterLink>
          <FooterLink to="/play-responsibly">{t`Play responsibly`}</FooterLink>
          <Contacts />
        </LinkGroup>
      </div>
    </footer>
  );
}

/** Helplines and social networks. */
function Contacts() {
  const { socialLinks = [], helplines = [] } = useSiteConfiguration() ?? {};
  return (
    <>
      {helplines.map(({ country, name, phone, url }) => (
        <ContactLink
          key={`${country} ${name}`}
          url={phone === undefined ? url : `tel:${phone.replace(/\s/g, '')}`}
        >
          <bdi>{name}</bdi> {phone !== undefined && <bdi className="figure">{phone}</bdi>}
        </ContactLink>
      ))}
      {socialLinks.map(({ name, url }) => (
        <ContactLink key={url} url={url}>
          <bdi>{name}</bdi>
        </ContactLink>
      ))}
    </>
  );
}

function LinkGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="text-sm text-ink">
        {title}
      </h2>
      <div className="-mx-2 flex flex-wrap md:flex-col md:items-start">{children}</div>
    </nav>
  );
}

const footerLinkClasses =
  'inline-flex min-h-11 items-center gap-1 px-2 underline underline-offset-4 hover:text-ink';

function FooterLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: ReactNode }) {
  return (
    <Link to={to} className={footerLinkClasses}>
      {children}
    </Link>
  );
}

/** A phone number opens the phone app, a URL opens a new tab. */
function ContactLink({ url, children }: { url: string | undefined; children: ReactNode }) {
  if (url === undefined) {
    return <span className="inline-flex min-h-11 items-center px-2">{children}</span>;
  }
  if (!url.startsWith('tel:')) {
    return (
      <ExternalLink href={url} className={footerLinkClasses}>
        {children}
      </ExternalLink>
    );
  }
  return (
    <a href={url} className={footerLinkClasses}>
      {children}
    </a>
  );
}
