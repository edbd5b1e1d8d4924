import { Trans } from '@lingui/react/macro';
import { useConfiguration } from '../../data/running.ts';

/** Who runs this site and how they are reached, as far as its configuration says so. */
export function Operator() {
  const { name = '', contact = '' } = useConfiguration()?.operator ?? {};
  return (
    <>
      <h2 id="operator">
        <Trans>Who runs this site</Trans>
      </h2>
      <p>
        {name === '' ? (
          <Trans>Whoever runs this site has not given a name here.</Trans>
        ) : (
          <Trans>
            This site is run by <bdi className="font-bold">{name}</bdi>.
          </Trans>
        )}{' '}
        {contact === '' ? (
          <Trans>They have not said how they can be reached.</Trans>
        ) : (
          <Trans>
            You reach them here: <Contact contact={contact} />
          </Trans>
        )}
      </p>
    </>
  );
}

function Contact({ contact }: { contact: string }) {
  const address = addressOf(contact);
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

/** Where a tap on a contact leads; a postal address leads nowhere. */
function addressOf(contact: string): string | undefined {
  if (/^https?:\/\/\S+$/.test(contact)) return contact;
  return /^[^\s@]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : undefined;
}
