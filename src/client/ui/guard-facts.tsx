import { useLingui } from '@lingui/react/macro';
import type { LoginGuard } from '#contract/security.ts';
import { mediumDate } from './formats.ts';
import { Ltr } from './text.tsx';

type GuardFactsProps = {
  /** Named where a list holds passkeys and the app. */
  kind?: LoginGuard['kind'];
  device: string;
  addedAt: string;
  /** Undefined hides the last use; null says that there was none. */
  lastUsedAt?: string | null;
};

/** Says where and when a passkey or the authenticator app was added. */
export function GuardFacts({ kind, device, addedAt, lastUsedAt }: GuardFactsProps) {
  const { t } = useLingui();
  const made = mediumDate(addedAt);
  const used = lastUsedAt ? mediumDate(lastUsedAt) : undefined;
  const times = () => {
    if (lastUsedAt === undefined) return t`Added ${made}`;
    return used === undefined
      ? t`Added ${made}, not used yet`
      : t`Added ${made}, last used ${used}`;
  };
  return (
    <span className="block min-w-0">
      {kind !== undefined && (
        <span className="block font-semibold">
          {kind === 'passkey' ? t`Passkey` : t`Authenticator app`}
        </span>
      )}
      <span className={kind === undefined ? 'block font-semibold' : 'block text-sm'}>
        {device === '' ? t`Unknown device` : <Ltr>{device}</Ltr>}
      </span>
      <span className="block text-sm text-dim">{times()}</span>
    </span>
  );
}
