import * as z from 'zod/mini';

import { EventContent, type HistoryEvent } from './calls.ts';

/** Fields of a `tip.restate` event, which repeats a post without its removed text. */
const Restatement = z.object({
  legs: z.array(z.unknown()),
  analysisDigest: z.string(),
  post: z.object({ position: z.int(), at: z.string(), digest: z.string() }),
});

/** Returns the content of each event; undefined for a content that cannot be parsed. */
export function parseEventContents(events: readonly HistoryEvent[]): (EventContent | undefined)[] {
  const contents = events.map(({ content }) => parseContent(content));
  return events.map(({ content, digest }, index) =>
    content === undefined && digest !== undefined
      ? rebuildErasedPost(digest, contents)
      : contents[index],
  );
}

function parseContent(content: string | undefined): EventContent | undefined {
  if (content === undefined) return undefined;
  try {
    return z.safeParse(EventContent, JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

/** Rebuilds a post from its restatement; undefined unless a text of the tip was erased. */
function rebuildErasedPost(
  digest: string,
  contents: readonly (EventContent | undefined)[],
): EventContent | undefined {
  if (!contents.some((content) => content?.action === 'tip.erase')) return undefined;
  for (const content of contents) {
    if (content?.action !== 'tip.restate') continue;
    const { data } = z.safeParse(Restatement, content.after);
    if (data?.post.digest !== digest) continue;
    const { legs, analysisDigest, post } = data;
    const { position, at } = post;
    return { ...content, position, at, action: 'tip.post', after: { legs, analysisDigest } };
  }
  return undefined;
}

/** True if a restatement repeats its post unchanged. */
export function isRestatementOf(
  restatement: EventContent,
  post: EventContent,
  digest: string,
): boolean {
  const { data } = z.safeParse(Restatement, restatement.after);
  const { data: content } = z.safeParse(z.object({ legs: z.array(z.unknown()) }), post.after);
  return (
    data !== undefined &&
    content !== undefined &&
    post.action === 'tip.post' &&
    data.post.digest === digest &&
    data.post.position === post.position &&
    data.post.at === post.at &&
    JSON.stringify(data.legs) === JSON.stringify(content.legs)
  );
}
