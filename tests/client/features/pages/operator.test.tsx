import type { RouteComponent } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { Route as help } from '#client/routes/help.tsx';
import { Route as privacy } from '#client/routes/privacy.tsx';
import { Configuration } from '#contract/site/site.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

function pageOf({ options }: { options: { component?: RouteComponent } }) {
  const Page = options.component;
  return Page && <Page />;
}

const pages = [
  { page: 'Privacy', content: pageOf(privacy) },
  { page: 'Help', content: pageOf(help) },
];

const site = { apiBaseUrl: '', oddsBaseUrl: '/odds' };

function runBy(operator: { name?: string; contact?: string }): { configuration: Configuration } {
  return { configuration: Configuration.parse({ ...site, operator }) };
}

describe('the operator of a site', () => {
  test.each(pages)('is named under $page, with a mail address as a link', async ({ content }) => {
    const named = runBy({ name: 'Kop End Ltd', contact: 'hello@kop.example' });
    const screen = await aScreen(content, aPhone(), named);

    await screen.shows('This site is run by Kop End Ltd.');
    const link = await screen.link('hello@kop.example');
    expect(link.getAttribute('href')).toBe('mailto:hello@kop.example');
  });

  test('can have a contact page, which is linked', async () => {
    const named = runBy({ name: 'Kop End Ltd', contact: 'https://kop.example/contact' });
    const screen = await aScreen(pageOf(privacy), aPhone(), named);

    const link = await screen.link('https://kop.example/contact');

    expect(link.getAttribute('href')).toBe('https://kop.example/contact');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  test.each(['Kop End Ltd, 1 Anfield Road', 'javascript:alert(1)'])(
    'can have a contact that is not a link: %s',
    async (contact) => {
      const screen = await aScreen(pageOf(privacy), aPhone(), runBy({ contact }));

      await screen.shows(`You reach them here: ${contact}`);
      expect(screen.names('main a, p a')).toEqual([]);
      expect(screen.text()).toContain('Whoever runs this site has not given a name here.');
    },
  );
});

test.each(pages)(
  'under $page, the site says if its configuration names no operator',
  async ({ content }) => {
    const screen = await aScreen(content, aPhone(), { configuration: Configuration.parse(site) });

    await screen.shows('Whoever runs this site has not given a name here.');
    expect(screen.text()).toContain('No contact is given.');
  },
);
