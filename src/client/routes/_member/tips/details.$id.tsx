import { createFileRoute } from '@tanstack/react-router';
import { FixturePage } from '#client/features/slip/fixture-page.tsx';
import { FixtureTips } from '#client/features/feed/feed-tips.tsx';
import {
  createChoiceParser,
  createSearchParser,
  createWholeNumberParser,
} from '#contract/site/search-parsers.ts';
import { bettingOptions } from '#domain/catalogue.ts';

export const Route = createFileRoute('/_member/tips/details/$id')({
  // The open tab is in the address, so that a reload keeps it; so is an option that was tapped on the public page.
  validateSearch: createSearchParser({
    tab: createChoiceParser('post'),
    option: createWholeNumberParser(bettingOptions.length),
  }),
  component: Details,
});

function Details() {
  const { id } = Route.useParams();
  const { tab = 'overview', option } = Route.useSearch();
  const tips = <FixtureTips id={id} />;
  return <FixturePage key={id} id={id} tab={tab} option={option} tips={tips} />;
}
