import { useLingui } from '@lingui/react/macro';
import type { LoginGuard } from '#contract/account/security.ts';
import { momentText } from '../formats.ts';
import { Ltr } from '../text.tsx';

type LoginGuardDetailsProps = {
  /** Shown in a list that mixes passkeys and the authenticator app. */
  kind?: LoginGuard['kind'];
  device: string;
  addedAt: string;
  /** Null means "never used"; undefined hides the line. */
  lastUsedAt?: string | null;
};

/** The device and the date when a passkey or the authenticator app was added. */
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
