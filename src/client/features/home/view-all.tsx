import { t } from '@lingui/core/macro';
import { AsideLink } from '#client/ui/page.tsx';

type ViewAllProps = {
  to: '/competitions' | '/tipster' | '/tips' | '/tips/my-tips' | '/tips/booked-ticket';
  /** The accessible name, with the list's name. */
  words: string;
  shown?: string;
};

/** A link to a whole list. */
export function ViewAll({ to, words, shown = t`View All` }: ViewAllProps) {
  return (
    <AsideLink to={to}>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{words}</span>
    </AsideLink>
  );
}
