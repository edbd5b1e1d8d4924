import { useLingui } from '@lingui/react/macro';
import type { Tip } from '#contract/tips.ts';
import { tipsterNameOf } from './names.ts';
import { ShareButton } from './share-button.tsx';

/** Hands a tip on. Before the server has it there is nothing that a link could lead to. */
export function ShareTip({ tip }: { tip: Tip }) {
  const { t } = useLingui();
  if (tip.version === 0) return undefined;
  const tipster = tipsterNameOf(tip);
  return <ShareButton title={t`A football tip by ${tipster}`} path={`/tip/${tip.id}`} />;
}
