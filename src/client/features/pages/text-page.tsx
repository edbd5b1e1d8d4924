import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSiteConfiguration } from '#client/data/device/engine-state.ts';
import { Page } from '#client/ui/page.tsx';

/** A page of running text. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title}>
      <div className="grid max-w-prose gap-3 [&_h2]:mt-4 [&_h2]:text-lg [&_li]:ms-5 [&_li]:list-disc [&_ul]:grid [&_ul]:gap-1">
        {children}
      </div>
    </Page>
  );
}

type TopicProps = { title: string; id?: string; children: ReactNode };

/** A paragraph with its own heading. */
export function Topic({ title, id, children }: TopicProps) {
  return (
    <>
      <h2 id={id}>{title}</h2>
      <p>{children}</p>
    </>
  );
}

/** The purpose of the site, as text for every page that must state it. */
export function SitePurpose() {
  return (
    <p>
      <Trans>
        Touchline is a place to share and to check football tips. It takes no bets and holds no
        money.
      </Trans>
    </p>
  );
}

/** The configured operator of the site, with contacts. */
export function SiteOperator() {
  const { name = '', contact = '' } = useSiteConfiguration()?.operator ?? {};
  return (
    <Topic id="operator" title={t`Who runs this site`}>
      {name === '' ? (
        t`Whoever runs this site has not given a name here.`
      ) : (
        <Trans>
          This site is run by <bdi className="font-bold">{name}</bdi>.
        </Trans>
      )}{' '}
      {contact === '' ? (
        t`No contact is given.`
      ) : (
        <Trans>
          You reach them here: <Contact contact={contact} />
        </Trans>
      )}
    </Topic>
  );
}

function Contact({ contact }: { contact: string }) {
  const address = toContactUrl(contact);
  if (address === undefined) return <bdi>{contact}</bdi>;
  return (
    <a
      href={address}
      {...(!address.startsWith('mailto:') && { target: '_blank', rel: 'noreferrer noopener' })}
      className="wrap-anywhere underline underline-offset-4"
    >
      <bdi>{contact}</bdi>
    </a>
  );
}

/** The URL of a contact; undefined for a postal address. */
function toContactUrl(contact: string): string | undefined {
  if (/^https?:\/\/\S+$/.test(contact)) return contact;
  return /^[^\s@]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : undefined;
}
