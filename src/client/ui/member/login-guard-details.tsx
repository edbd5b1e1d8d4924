import { useLingui } from '@lingui/react/macro';
import type { LoginGuard } from '#contract/account/security.ts';
import { momentText } from '../formats.ts';
import { Ltr } from '../text.tsx';

type LoginGuardDetailsProps = {
  /** The kind, shown in a list that mixes passkeys and the authenticator app. */
  kind?: LoginGuard['kind'];
  device: string;
  addedAt: string;
  /** Undefined hides the last use; null stands for "never used". */
  lastUsedAt?: string | null;
};

/** Shows the device and date of a passkey's or authenticator app's registration. */
export function LoginGuardDetails({ kind, device, addedAt, lastUsedAt }: LoginGuardDetailsProps) {
  const { t } = useLingui();
  const made = momentText(addedAt, 'date');
  const used = lastUsedAt ? momentText(lastUsedAt, 'date') : undefined;
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
