import { t } from '@lingui/core/macro';
import { AsideLink } from '#client/ui/page.tsx';

type ViewAllLinkProps = {
  to: '/competitions' | '/tipster' | '/tips' | '/tips/my-tips' | '/tips/booked-ticket';
  /** The accessible name, with the list's name. */
  words: string;
  text?: string;
};

/** A link to a whole list. */
export function ViewAllLink({ to, words, text = t`View All` }: ViewAllLinkProps) {
  return (
    <AsideLink to={to}>
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{words}</span>
    </AsideLink>
  );
}
