import { isDeepStrictEqual } from 'node:util';

import type { EventContent } from '#contract/proof/calls.ts';
import { isRestatementOf } from '#contract/proof/event-contents.ts';

import type { ChainedEvent } from './chained-events.ts';

/**
 * Checks old posts, whose texts could not be erased, and the `tip.restate` events that repeat such
 * posts without text. One migration wrote all these events at one time; later ones are invalid.
 */
export class RestatedPostChecker {
  readonly #posts = new Map<string, ChainedEvent>();
  #restatedAt: number | undefined;

  /** Checks the next event of a chain; returns a sentence if the event is invalid. */
  add(event: ChainedEvent): string | undefined {
    const { action, subject, contentDigest } = event;
    if (contentDigest !== null) {
      if (action !== 'tip.post') return `${action} of ${subject} is kept apart from its content.`;
      this.#posts.set(subject, event);
    }
    if (action !== 'tip.restate') return undefined;
    const post = this.#posts.get(subject);
    this.#posts.delete(subject);
    this.#restatedAt ??= event.at.getTime();
    const isOriginal = event.at.getTime() === this.#restatedAt;
    if (isOriginal && post && isSamePost(event, post)) return undefined;
    return `${action} of ${subject} is not what its post said.`;
  }

  /** Returns a sentence for each old post without a `tip.restate` event. */
  finish(): string[] {
    return [...this.#posts.keys()].map(
      (subject) =>
        `tip.post of ${subject} is kept apart from its content, and nothing states it again.`,
    );
  }
}

function isSamePost(restatement: ChainedEvent, post: ChainedEvent): boolean {
  return (
    isDeepStrictEqual(restatement.own, post.own) &&
    isRestatementOf(toContent(restatement), toContent(post), post.contentDigest ?? '')
  );
}

function toContent({ at, ...event }: ChainedEvent): EventContent {
  return { ...event, at: at.toISOString(), sealed: '' };
}
