// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { useState, type ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { Failed } from '#client/ui/notice.tsx';
import { Page, Section } from '#client/ui/page.tsx';
import { aPhone, aScreen } from '../../testing/components/a-screen.tsx';

/** Missing content, and the content after a second try. */
function MissingRows({ come }: { come: ReactNode }) {
  const [tried, setTried] = useState(false);
  if (tried) return come;
  return <Failed onRetry={() => setTried(true)}>It could not be fetched.</Failed>;
}

async function retries(content: ReactNode) {
  const screen = await aScreen(<main>{content}</main>, aPhone());
  const retry = await screen.button('Retry');
  retry.focus();
  retry.click();
  await screen.shows('The rows');
  return screen;
}

const focused = () => document.activeElement?.textContent;

describe('a retry that brings what was missing', () => {
  test('leads to the heading over it', async () => {
    await retries(
      <Page title="Home">
        <Section title="Upcoming Events">
          <MissingRows come="The rows" />
        </Section>
      </Page>,
    );

    expect(focused()).toBe('Upcoming Events');
  });

  test('leads to the page’s heading where its own part has none', async () => {
    await retries(
      <Page title="Tipsters">
        <MissingRows come="The rows" />
      </Page>,
    );

    expect(focused()).toBe('Tipsters');
  });

  test('leaves the focus to what takes it itself', async () => {
    await retries(
      <Page title="Tipsters">
        <MissingRows
          come={
            <button type="button" ref={(button) => button?.focus()}>
              The rows
            </button>
          }
        />
      </Page>,
    );

    expect(focused()).toBe('The rows');
  });
});

describe('a failure that goes by itself', () => {
  const content = (
    <main>
      <Page title="Tipsters">
        <MissingRows come="The rows" />
        <a href="#elsewhere">Elsewhere</a>
      </Page>
    </main>
  );

  test('leaves the focus where somebody has it', async () => {
    const screen = await aScreen(content, aPhone());
    const retry = await screen.button('Retry');
    (await screen.link('Elsewhere')).focus();

    retry.click();
    await screen.shows('The rows');

    expect(focused()).toBe('Elsewhere');
  });

  test('takes no focus where nobody has any', async () => {
    const screen = await aScreen(content, aPhone());
    const retry = await screen.button('Retry');
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();

    retry.click();
    await screen.shows('The rows');

    expect(document.activeElement).toBe(document.body);
  });
});
