import { createFileRoute } from '@tanstack/react-router';
import { CompetitionsPage } from '#client/features/competitions/competitions-page.tsx';

export const Route = createFileRoute('/competitions')({
  validateSearch: readMonth,
  component: Competitions,
});

/** The month stands in the address, so that a table can be shared; without one it is the running. */
function readMonth({ month }: Record<string, unknown>): { month?: string } {
  return typeof month === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? { month } : {};
}

function Competitions() {
  const { month } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CompetitionsPage
      month={month}
      onMonth={(chosen) => void navigate({ search: chosen === undefined ? {} : { month: chosen } })}
    />
  );
}
