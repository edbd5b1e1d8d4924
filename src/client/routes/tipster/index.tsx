import { createFileRoute } from '@tanstack/react-router';
import { TipsterListPage } from '#client/features/tipsters/tipster-list-page.tsx';

export const Route = createFileRoute('/tipster/')({
  validateSearch: readMinOdds,
  component: Tipsters,
});

/** The filter stands in the address, so that the way back from a profile finds it again. */
function readMinOdds({ minOdds }: Record<string, unknown>): { minOdds?: number } {
  const odds = Number(minOdds);
  return Number.isInteger(odds) && odds >= 1 && odds <= 10 ? { minOdds: odds } : {};
}

function Tipsters() {
  const { minOdds = 0 } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TipsterListPage
      minOdds={minOdds}
      onSearch={(odds) => void navigate({ search: odds === 0 ? {} : { minOdds: odds } })}
    />
  );
}
