import { t } from '@lingui/core/macro';
import { useTip } from '#client/data/tips/public-tip-queries.ts';
import { isolated } from '#client/ui/formats.ts';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';

/** The tipster of the original, if known here; the copier's record does not count the copy. */
export function CopiedNote({ original }: { original: string }) {
  const tip = useTip(original);
  const name = tip ? isolated(tipsterNameOf(tip)) : '';
  return <p className="text-sm text-dim">{name === '' ? t`Copied` : t`Copied from ${name}`}</p>;
}
