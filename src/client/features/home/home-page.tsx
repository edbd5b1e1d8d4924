import { lazyRouteComponent } from '@tanstack/react-router';
import { session, useSession } from '#client/session/session.ts';
import { LazyContent } from '#client/ui/lazy-content.tsx';
import { waitForFullCatalogue } from '#client/startup/message-catalogue.ts';
import { VisitorHome } from './visitor-home.tsx';

/** Split off, so that a first visit loads little. */
const MemberHome = lazyRouteComponent(async () => {
  const [part] = await Promise.all([import('./member-home.tsx'), waitForFullCatalogue()]);
  return part;
}, 'MemberHome');

/** Home: an introduction for visitors, the current state for members. */
export function HomePage() {
  if (!useSession()) return <VisitorHome />;
  return (
    // A login in another tab changes the page without the router, which would wait for the code.
    <LazyContent waiting={<div className="min-h-dvh" />}>
      <MemberHome />
    </LazyContent>
  );
}

HomePage.preload = async () => {
  if (session.get()) await MemberHome.preload?.();
};
