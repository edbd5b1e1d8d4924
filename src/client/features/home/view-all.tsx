import { t } from '@lingui/core/macro';
import { AsideLink } from '#client/ui/page.tsx';

type ViewAllLinkProps = {
  to: '/competitions' | '/tipster' | '/tips' | '/tips/my-tips' | '/tips/booked-ticket';
  /** The accessible name of the link, which includes the name of the list. */
  words: string;
  text?: string;
};

/** A link from a section to the whole list. */
export function ViewAllLink({ to, words, text = t`View All` }: ViewAllLinkProps) {
  return (
    <AsideLink to={to}>
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{words}</span>
    </AsideLink>
  );
}
