import { t } from '@lingui/core/macro';
import { AsideLink } from '#client/ui/page.tsx';

type ViewAllProps = { to: '/competitions' | '/tipster' | '/tips'; words: string };

/** The whole of a list; what it is a list of is said to who hears several of these links. */
export function ViewAll({ to, words }: ViewAllProps) {
  return (
    <AsideLink to={to}>
      <span aria-hidden="true">{t`View All`}</span>
      <span className="sr-only">{words}</span>
    </AsideLink>
  );
}
