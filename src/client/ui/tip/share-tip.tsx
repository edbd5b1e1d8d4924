import { Trans, useLingui } from '@lingui/react/macro';
import type { Tip } from '#contract/tips.ts';
import { Button } from '../button.tsx';
import { notify } from '../messages/toasts.ts';
import { tipsterNameOf } from '../member/tipster.tsx';
import { SubjectForScreenReader, CardAction } from './card-action.tsx';
import { composeShareText } from './share-text.ts';
import { tipName } from './tip-name.ts';

/** Shares a tip; for a copy, which only its owner can open, the original. Not for an unsent tip. */
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
  /** A short title of the shared page. */
  title: string;
  /** The text that is shared with the link. */
  text?: string;
  /** The path of the page on this site. */
  path: string;
  /** Added to the accessible name on pages with several share buttons. */
  about?: string;
  /** True in the footer of a card, beside other actions. */
  onCard: boolean;
};

/** Shares a link with the system's share dialog, or copies it to the clipboard. */
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
      // The person closed the share dialog, so no message is needed.
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
