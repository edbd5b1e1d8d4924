import { t } from '@lingui/core/macro';
import { useTip } from '#client/data/tips/public-tips.ts';
import { isolated } from '#client/ui/formats.ts';
import { tipsterNameOf } from '#client/ui/tipster.tsx';

/** Whose tip was copied, as far as this phone knows it; its owner's record leaves the copy out. */
export function CopiedNote({ original }: { original: string }) {
  const tip = useTip(original);
  const name = tip ? isolated(tipsterNameOf(tip)) : '';
  return <p className="text-sm text-dim">{name === '' ? t`Copied` : t`Copied from ${name}`}</p>;
}
