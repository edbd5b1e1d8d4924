import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { PricesPage } from '#client/features/prices/prices-page.tsx';
import { parsePricesSearch } from '#client/features/prices/prices-search.ts';

export const Route = createFileRoute('/_member/admin/prices')({
  staticData: { title: msg({ message: 'Odds', context: 'of games' }) },
  validateSearch: parsePricesSearch,
  component: Prices,
});

function Prices() {
  return <PricesPage search={Route.useSearch()} />;
}
