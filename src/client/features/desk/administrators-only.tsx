import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useRole } from '#client/data/device/backend-kind.tsx';
import { useProfile } from '#client/data/member-row-queries.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/notice.tsx';

/** Hides its children from other members; only the server enforces the permission. */
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const profile = useProfile();
  if (useRole() === 'administrator') return children;
  if (profile === undefined) return undefined;
  return (
    <EmptyState action={<LinkButton to="/">{t`Home`}</LinkButton>}>
      <Trans>You are not allowed in here. Only administrators price and confirm tickets.</Trans>
    </EmptyState>
  );
}
