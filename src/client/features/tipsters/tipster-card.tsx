import { Trans } from '@lingui/react/macro';
import type { Tipster } from '#contract/members.ts';
import { useHasRecords } from '#client/data/use-record.ts';
import { AwayButton, LinkButton } from '#client/ui/button.tsx';
import { fullName, Picture, Stars } from '#client/ui/tipster.tsx';
import { whatsAppAddress } from './whatsapp.ts';

export function TipsterCard({ tipster }: { tipster: Tipster }) {
  const { id, firstName, lastName, picture, phoneNumber, record } = tipster;
  const recorded = useHasRecords();
  const chat = whatsAppAddress(phoneNumber);
  return (
    <article className="chalk flex h-full flex-col gap-3 rounded-md bg-card p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Picture name={{ firstName, lastName }} picture={picture} />
        <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
          <h2 className="text-lg">
            <bdi>{fullName(tipster)}</bdi>
          </h2>
          {recorded && <Stars stars={record.stars} settled={record.settled} />}
          {phoneNumber !== undefined && (
            <p className="figure text-sm text-dim">
              <bdi>{phoneNumber}</bdi>
            </p>
          )}
        </div>
      </div>
      <div className="mt-auto flex flex-wrap gap-2">
        <LinkButton to="/tipster/profile/$id" params={{ id }} className="flex-1">
          <Trans>View Profile</Trans>
          <Whose tipster={tipster} />
        </LinkButton>
        {chat !== undefined && (
          <AwayButton href={chat} className="flex-1">
            WhatsApp
            <Whose tipster={tipster} />
          </AwayButton>
        )}
      </div>
    </article>
  );
}

/** For who hears many of these links in a row. */
function Whose({ tipster }: { tipster: Tipster }) {
  return (
    <>
      {' '}
      <span className="sr-only">
        <bdi>{fullName(tipster)}</bdi>
      </span>
    </>
  );
}
