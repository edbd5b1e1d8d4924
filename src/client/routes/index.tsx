import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#client/features/home/home-page.tsx';

export const Route = createFileRoute('/')({
  // The page most starts open, and made of what others need as well: apart from the rest it weighs more.
  codeSplitGroupings: [],
  component: HomePage,
});
