import { Trans, useLingui } from '@lingui/react/macro';
import type { Tip } from '#contract/tips.ts';
import { Button } from '../button.tsx';
import { notify } from '../messages/toasts.ts';
import { tipsterNameOf } from '../tipster.tsx';
import { About, CardAct } from './card-act.tsx';
import { shareText } from './share-text.ts';
import { tipName } from './tip-name.ts';

/**
 * Hands a tip on; of a copy, which nobody else can read, the original. Before the server has it there is
 * nothing that a link could lead to.
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
      text={shareText(tip)}
      path={path}
      about={tipName(tip)}
      onCard={onCard}
    />
  );
}

type ShareButtonProps = {
  /** What is shared, in a few words. */
  title: string;
  /** The message that goes with the link. */
  text?: string;
  /** Where it stands on this site. */
  path: string;
  /** Names it in the accessible name, where a page may hold several. */
  about?: string;
  /** On a card's stub, among its other acts. */
  onCard: boolean;
};

/** Hands a link on: through the phone's own sheet, or else by way of the clipboard. */
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
      // Whoever closes the sheet has changed their mind, and needs no message about it.
      if (error instanceof Error && error.name === 'AbortError') return;
      notify({ tone: 'lost', title: t`It could not be shared`, text: url });
    }
  };
  if (onCard) {
    return (
      <CardAct icon="share" about={about} onClick={() => void share()}>
        <Trans>Share</Trans>
      </CardAct>
    );
  }
  return (
    <Button onClick={share}>
      <Trans>Share</Trans>
      <About about={about} />
    </Button>
  );
}
