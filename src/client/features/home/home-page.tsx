import { lazyRouteComponent } from '@tanstack/react-router';
import { session, useSession } from '#client/session/session.ts';
import { LazyContent } from '#client/ui/lazy-content.tsx';
import { waitForFullCatalogue } from '#client/startup/message-catalogue.ts';
import { VisitorHome } from './visitor-home.tsx';

/** Loaded as a separate chunk, so that a visitor's first visit loads little code. */
const MemberHome = lazyRouteComponent(async () => {
  const [part] = await Promise.all([import('./member-home.tsx'), waitForFullCatalogue()]);
  return part;
}, 'MemberHome');

/** The home page: an introduction for visitors, the own tickets and followed tips for members. */
export function HomePage() {
  if (!useSession()) return <VisitorHome />;
  return (
    // A login in another tab renders this page without a navigation that loads its code.
    <LazyContent waiting={<div className="min-h-dvh" />}>
      <MemberHome />
    </LazyContent>
  );
}

HomePage.preload = async () => {
  if (session.get()) await MemberHome.preload?.();
};
