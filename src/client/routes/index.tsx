import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#client/features/home/home-page.tsx';

export const Route = createFileRoute('/')({
  // Not split: most visits start here, and the page shares its chunks with others, so a separate
  // file would make the start slower.
  codeSplitGroupings: [],
  component: HomePage,
});
