import { createFileRoute } from '@tanstack/react-router';
import { TipsterPage } from '#client/features/tipsters/tipster-page.tsx';

export const Route = createFileRoute('/tipster/profile/$id')({
  validateSearch: readSearch,
  component: Profile,
});

/** The month whose figures somebody came for. */
function readSearch({ month }: Record<string, unknown>): { month?: string } {
  return typeof month === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? { month } : {};
}

function Profile() {
  const { id } = Route.useParams();
  const { month } = Route.useSearch();
  return <TipsterPage key={`${id} ${month}`} id={id} month={month} />;
}
