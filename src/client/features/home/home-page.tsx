import { lazyRouteComponent } from '@tanstack/react-router';
import { session, useSession } from '#client/session/session.ts';
import { LazyPart } from '#client/ui/lazy-part.tsx';
import { untilAllWords } from '#client/words.ts';
import { VisitorHome } from './visitor-home.tsx';

/** A part of its own, so that what a first visit loads stays small. */
const MemberHome = lazyRouteComponent(async () => {
  const [part] = await Promise.all([import('./member-home.tsx'), untilAllWords()]);
  return part;
}, 'MemberHome');

/** A visitor reads here what Touchline is; a member, how things stand on a match day. */
export function HomePage() {
  if (!useSession()) return <VisitorHome />;
  return (
    // A login of another tab comes without the router, which waits for the part.
    <LazyPart waiting={<div className="min-h-dvh" />}>
      <MemberHome />
    </LazyPart>
  );
}

HomePage.preload = async () => {
  if (session.get()) await MemberHome.preload?.();
};
