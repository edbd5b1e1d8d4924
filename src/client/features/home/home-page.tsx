import { lazyRouteComponent } from '@tanstack/react-router';
import { session, useSession } from '#client/session/session.ts';
import { VisitorHome } from './visitor-home.tsx';

/** A part of its own, so that what a first visit loads stays small; `early.ts` asks for it beside the disk. */
const MemberHome = lazyRouteComponent(async () => import('./member-home.tsx'), 'MemberHome');

/** A visitor reads here what this is; a member, how things stand on a match day. */
export function HomePage() {
  return useSession() ? <MemberHome /> : <VisitorHome />;
}

HomePage.preload = async () => {
  if (session.get()) await MemberHome.preload?.();
};
