import { Trans, useLingui } from '@lingui/react/macro';
import type { Tip } from '#contract/tips.ts';
import { Button } from '../button.tsx';
import { notify } from '../messages/toasts.ts';
import { tipsterNameOf } from '../member/tipster.tsx';
import { SubjectForScreenReader, CardAction } from './card-action.tsx';
import { composeShareText } from './share-text.ts';
import { tipName } from './tip-name.ts';

/**
 * Shares a tip; for a copy, which only its owner can read, the original. An unsent tip has no link.
 */
export function ShareTip({ tip, onCard = false }: { tip: Tip; onCard?: boolean }) {
  const { t } = useLingui();
  if (tip.version === 0) return undefined;
  const tipster = tipsterNameOf(tip);
  const { id, copiedFrom } = tip;
  const title = copiedFrom === undefined ? t`A football tip by ${tipster}` : t`A football tip`;
  const path = `/tip/${copiedFrom ?? id}`;
  return (
    <ShareButton
      title={title}
      text={composeShareText(tip)}
      path={path}
      about={tipName(tip)}
      onCard={onCard}
    />
  );
}

type ShareButtonProps = {
  /** The subject in a few words. */
  title: string;
  /** The text shared with the link. */
  text?: string;
  /** The path on this site. */
  path: string;
  /** Appended to the accessible name, for pages with several share buttons. */
  about?: string;
  /** On the stub of a card, next to its other actions. */
  onCard: boolean;
};

/** Shares a link through the system's share sheet, or else copies it to the clipboard. */
export function ShareButton({ title, text, path, about, onCard }: ShareButtonProps) {
  const { t } = useLingui();
  const share = async () => {
    const url = new URL(path, location.origin).href;
    try {
      if (typeof navigator.share === 'function') {
        await navigator.share({ title, ...(text !== undefined && { text }), url });
        return;
      }
      await navigator.clipboard.writeText(url);
      notify({ tone: 'won', title: t`The link is copied` });
    } catch (error) {
      // The person closed the sheet; that needs no message.
      if (error instanceof Error && error.name === 'AbortError') return;
      notify({ tone: 'lost', title: t`It could not be shared`, text: url });
    }
  };
  if (onCard) {
    return (
      <CardAction icon="share" about={about} onClick={() => void share()}>
        <Trans>Share</Trans>
      </CardAction>
    );
  }
  return (
    <Button onClick={share}>
      <Trans>Share</Trans>
      <SubjectForScreenReader about={about} />
    </Button>
  );
}
