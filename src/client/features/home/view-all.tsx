import { t } from '@lingui/core/macro';
import { AsideLink } from '#client/ui/page.tsx';

type ViewAllProps = { to: '/competitions' | '/tipster' | '/tips'; words: string };

/** A link to a whole list; its accessible name contains the list's name. */
export function ViewAll({ to, words }: ViewAllProps) {
  return (
    <AsideLink to={to}>
      <span aria-hidden="true">{t`View All`}</span>
      <span className="sr-only">{words}</span>
    </AsideLink>
  );
}
