import * as z from 'zod/mini';

import { EventContent, type HistoryEvent } from './calls.ts';

/** Fields with which an event of this action states the content of a post again, without its text. */
const Restatement = z.object({
  legs: z.array(z.unknown()),
  analysisDigest: z.string(),
  post: z.object({ position: z.int(), at: z.string(), digest: z.string() }),
});

/** The content of each event of a tip; undefined for one that cannot be read. */
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

/** The post with this digest, as its restatement says it; only a removed text keeps a post back. */
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

/** Whether a restatement says of its post what that says itself. */
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
