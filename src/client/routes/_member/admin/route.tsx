import { useLingui } from '@lingui/react';
import { createFileRoute, Outlet, useChildMatches } from '@tanstack/react-router';
import { AdministratorsOnly } from '#client/features/desk/administrators-only.tsx';
import { DeskConflicts } from '#client/features/desk/desk-conflicts.tsx';
import { DeskNav } from '#client/features/desk/desk-nav.tsx';
import { Page } from '#client/ui/page.tsx';

/** The layout of administrators' pages. The headings of these pages are not secret. */
export const Route = createFileRoute('/_member/admin')({ component: Administration });

function Administration() {
  const { i18n } = useLingui();
  const page = useChildMatches({ select: ([match]) => match });
  const { title, wide = false } = page?.staticData ?? {};
  return (
    <Page key={page?.fullPath} title={title === undefined ? '' : i18n._(title)} wide={wide}>
      <AdministratorsOnly>
        <DeskNav />
        <DeskConflicts />
        <Outlet />
      </AdministratorsOnly>
    </Page>
  );
}
