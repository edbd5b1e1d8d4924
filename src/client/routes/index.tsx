import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#client/features/home/home-page.tsx';

export const Route = createFileRoute('/')({
  // Most visits begin here, and its chunks are on other pages too: a file of its own would be
  // larger.
  codeSplitGroupings: [],
  component: HomePage,
});
