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
  // The open tab and a previously tapped option are in the URL, so that a reload restores them.
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
