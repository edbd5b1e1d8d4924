import { Trans, useLingui } from '@lingui/react/macro';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useConfiguration } from '../../data/running.ts';

const year = new Date().getFullYear();

/** The end of every page: the same help in the same place. */
export function Footer() {
  const { t } = useLingui();
  const configuration = useConfiguration();
  const age = configuration?.minimumAge ?? 18;
  const social = configuration?.socialLinks ?? [];
  return (
    <footer className="mt-8 border-t-[1.5px] border-line py-6 text-sm text-dim">
      <div className="mx-auto grid max-w-[72rem] gap-4 px-4">
        <p className="max-w-120">
          <strong className="figure text-ink">{age}+</strong>{' '}
          <Trans>
            Touchline exists to improve betting and to advocate transparency in the industry.
          </Trans>
        </p>
        <nav aria-label={t`About`} className="-mx-2 flex flex-wrap">
          <FootLink to="/terms">
            <Trans>Terms and Conditions</Trans>
          </FootLink>
          <FootLink to="/help">
            <Trans>Help</Trans>
          </FootLink>
          <FootLink to="/privacy">
            <Trans>Privacy</Trans>
          </FootLink>
          <FootLink to="/play-responsibly">
            <Trans>Play responsibly</Trans>
          </FootLink>
          {social.map(({ name, url }) => (
            <a key={url} href={url} rel="noreferrer noopener" target="_blank" className={link}>
              {name}
            </a>
          ))}
        </nav>
        <p>
          <Trans>© {year} Touchline</Trans>
        </p>
      </div>
    </footer>
  );
}

const link = 'inline-flex min-h-11 items-center px-2 underline underline-offset-4 hover:text-ink';

function FootLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: ReactNode }) {
  return (
    <Link to={to} className={link}>
      {children}
    </Link>
  );
}
