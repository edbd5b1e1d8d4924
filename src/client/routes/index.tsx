import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#client/features/home/home-page.tsx';

export const Route = createFileRoute('/')({
  // Most visits begin here, and its parts are on other pages too: as a file of its own it would weigh more.
  codeSplitGroupings: [],
  component: HomePage,
});
