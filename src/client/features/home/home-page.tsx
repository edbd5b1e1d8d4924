import { lazyRouteComponent } from '@tanstack/react-router';
import { session, useSession } from '#client/session/session.ts';
import { LazyContent } from '#client/ui/lazy-content.tsx';
import { waitForFullCatalogue } from '#client/startup/message-catalogue.ts';
import { VisitorHome } from './visitor-home.tsx';

/** A separate chunk, so that a visitor's first visit loads little. */
const MemberHome = lazyRouteComponent(async () => {
  const [part] = await Promise.all([import('./member-home.tsx'), waitForFullCatalogue()]);
  return part;
}, 'MemberHome');

/** The home page: an introduction for visitors, the member's own state for members. */
export function HomePage() {
  if (!useSession()) return <VisitorHome />;
  return (
    // A login in another tab shows this page without the router, so the code may not be loaded.
    <LazyContent waiting={<div className="min-h-dvh" />}>
      <MemberHome />
    </LazyContent>
  );
}

HomePage.preload = async () => {
  if (session.get()) await MemberHome.preload?.();
};
