import { createFileRoute } from '@tanstack/react-router';
import { TipsterListPage } from '#client/features/tipsters/tipster-list-page.tsx';
import { createSearchParser, createWholeNumberParser } from '#contract/site/search-parsers.ts';

export const Route = createFileRoute('/tipster/')({
  // The filter is in the URL, so that Back from a profile restores it.
  validateSearch: createSearchParser({ minOdds: createWholeNumberParser(10) }),
  component: Tipsters,
});

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
