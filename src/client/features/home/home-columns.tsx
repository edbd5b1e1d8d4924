import type { ReactNode } from 'react';
import type { Refresh } from '#client/data/device/refresh.ts';
import { useIsDesktop } from '#client/ui/use-desktop.ts';
import { UpcomingGames } from './upcoming-games.tsx';

type HomeColumnsProps = {
  first: ReactNode;
  middle: ReactNode;
  /** The month's best tipsters, shown only on a desktop. */
  last: ReactNode;
  fixtures: Refresh;
};

/** The sections of the home page: one column on a phone, three columns on a desktop. */
export function HomeColumns({ first, middle, last, fixtures }: HomeColumnsProps) {
  const desktop = useIsDesktop();
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)_minmax(0,19rem)] lg:grid-rows-[auto_1fr] lg:gap-x-5">
      <div className="lg:col-start-1">{first}</div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">{middle}</div>
      <div className="lg:col-start-1 lg:row-start-2">
        <UpcomingGames refresh={fixtures} />
      </div>
      {desktop && <div className="lg:col-start-3 lg:row-span-2 lg:row-start-1">{last}</div>}
    </div>
  );
}
