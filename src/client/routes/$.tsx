import { createFileRoute, redirect } from '@tanstack/react-router';
import { parseReturnUrl } from '#client/session/guard.ts';
import { session } from '#client/session/session.ts';
import { NotFoundPage } from '#client/features/pages/error-page.tsx';

/** Redirects short addresses to their pages; shows "not found" for other unknown addresses. */
export const Route = createFileRoute('/$')({
  validateSearch: parseReturnUrl,
  beforeLoad: ({ params, search }) => {
    const [name = '', id, ...rest] = (params._splat ?? '').replace(/\/$/, '').split('/');
    if (rest.length > 0) return;
    const to = findPageOfShortAddress(name.toLowerCase(), id);
    if (to === undefined) return;
    throw redirect({
      to,
      params: { id: id ?? '' },
      search: to === '/account/login' ? search : {},
      replace: true,
    });
  },
  component: NotFoundPage,
});

/** Returns the redirect target of a short address. */
function findPageOfShortAddress(name: string, id: string | undefined) {
  if (id !== undefined) return name === 'profile' ? '/tipster/profile/$id' : undefined;
  switch (name) {
    case 'home':
      return '/';
    case 'login':
      return '/account/login';
    case 'register':
      return '/account/register';
    case 'account':
      return session.get() === undefined ? '/account/login' : '/tipster/edit-profile';
    case 'edit-profile':
      return '/tipster/edit-profile';
    case 'tip-details':
      return '/tips';
    case 'my-tips':
      return '/tips/my-tips';
    case 'booked-ticket':
      return '/tips/booked-ticket';
    default:
      return undefined;
  }
}
