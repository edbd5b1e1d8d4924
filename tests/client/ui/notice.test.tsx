import { useState, type ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { FetchFailedNotice, OutdatedNotice } from '#client/ui/notice.tsx';
import { OfflineContext } from '#client/ui/offline.ts';
import { Page, Section } from '#client/ui/page.tsx';
import { aPhone, aScreen } from '../../testing/components/a-screen.tsx';

const fetchedAt = Date.now();
const failed = { state: 'failed', retry: () => undefined } as const;

function Rows({ offline }: { offline: boolean }) {
  return (
    <OfflineContext value={offline}>
      <OutdatedNotice refresh={failed} fetchedAt={fetchedAt}>
        New tips come when you are online.
      </OutdatedNotice>
      <FetchFailedNotice onRetry={failed.retry}>The tips could not be fetched.</FetchFailedNotice>
    </OfflineContext>
  );
}

describe('rows that could not be refreshed', () => {
  test('are shown offline with their age and an explanation, without Retry', async () => {
    const screen = await aScreen(<Rows offline />, aPhone());

    await screen.shows('This is not on this phone yet. It comes when you are online.');
    expect(screen.text()).toMatch(/As of .*New tips come when you are online\./);
    expect(screen.names('button')).toEqual([]);
  });

  test('can be fetched again with Retry if the server responds', async () => {
    const screen = await aScreen(<Rows offline={false} />, aPhone());

    await screen.shows('The tips could not be fetched.');
    expect(screen.text()).toMatch(/As of .*The newest could not be fetched\./);
    expect(screen.names('button')).toEqual(['Retry', 'Retry']);
  });
});

/** A notice of missing content; Retry replaces it by `come`. */
function MissingRows({ come }: { come: ReactNode }) {
  const [tried, setTried] = useState(false);
  if (tried) return come;
  return (
    <FetchFailedNotice onRetry={() => setTried(true)}>It could not be fetched.</FetchFailedNotice>
  );
}

const taking = (
  <button type="button" ref={(button) => button?.focus()}>
    The rows
  </button>
);

describe('a Retry that succeeds', () => {
  test.each<{ why: string; come?: ReactNode; inSection?: boolean; leaves?: string; to: string }>([
    { why: 'focuses the heading above', inSection: true, to: 'Upcoming Events' },
    { why: 'focuses the page’s heading if its section has none', to: 'Tipsters' },
    { why: 'leaves the focus to content that takes it', come: taking, to: 'The rows' },
    { why: 'leaves the focus where the person moved it', leaves: 'Elsewhere', to: 'Elsewhere' },
  ])('$why', async ({ come = 'The rows', inSection = false, leaves, to }) => {
    const missing = <MissingRows come={come} />;
    const screen = await aScreen(
      <main>
        <Page title="Tipsters">
          {inSection ? <Section title="Upcoming Events">{missing}</Section> : missing}
          <a href="#elsewhere">Elsewhere</a>
        </Page>
      </main>,
      aPhone(),
    );
    const retry = await screen.button('Retry');
    (leaves === undefined ? retry : await screen.link(leaves)).focus();

    retry.click();
    await screen.shows('The rows');

    expect(document.activeElement?.textContent).toBe(to);
  });
});
