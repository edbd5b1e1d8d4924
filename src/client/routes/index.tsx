import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#client/features/home/home-page.tsx';

export const Route = createFileRoute('/')({
  // The page most starts open: apart from the rest it would only be a second trip.
  codeSplitGroupings: [],
  component: HomePage,
});
