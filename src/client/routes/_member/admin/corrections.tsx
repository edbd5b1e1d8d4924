import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { Corrections } from '#client/features/admin/corrections.tsx';

type Search = { fixture?: string | undefined };

export const Route = createFileRoute('/_member/admin/corrections')({
  staticData: { title: msg`Corrections` },
  validateSearch: ({ fixture }: Record<string, unknown>): Search =>
    typeof fixture === 'string' ? { fixture } : {},
  component: CorrectionsPage,
});

function CorrectionsPage() {
  return <Corrections fixtureId={Route.useSearch().fixture} />;
}
