/** Words that an element shows or is named by: a text is matched whole, a pattern anywhere. */
export type Words = string | RegExp;

/**
 * An element as a person finds it: by role and name, by its label or its text; `containing` words, `within`
 * another one.
 */
export type Target = Criterion<Words> & { containing?: Words; within?: Target };

type Criterion<Text> = { role: string; name?: Text } | { label: Text } | { text: Text };

/** An element that was found: the middle of its box, its text, and whether a click would reach it. */
export type Found = {
  x: number;
  y: number;
  text: string;
  value: string;
  isFocused: boolean;
  isReachable: boolean;
};

type SentWords = string | { source: string; flags: string };
export type SentTarget = Criterion<SentWords> & { containing?: SentWords; within?: SentTarget };

/** Returns a target as JSON can carry it into the page. */
export function toSent(target: Target): SentTarget {
  const { containing, within } = target;
  const limits = {
    ...(containing !== undefined && { containing: sent(containing) }),
    ...(within && { within: toSent(within) }),
  };
  if ('text' in target) return { text: sent(target.text), ...limits };
  if ('label' in target) return { label: sent(target.label), ...limits };
  return { role: target.role, ...(target.name && { name: sent(target.name) }), ...limits };
}

function sent(words: Words): SentWords {
  return typeof words === 'string' ? words : { source: words.source, flags: words.flags };
}

/** What `installFinder` leaves in the page. */
export type Finder = {
  findAll: (target: SentTarget) => Found[];
  focus: (target: SentTarget) => void;
  /** Follows the next press, for `hasMissed`. */
  followPress: (target: SentTarget) => void;
  /** Whether the press that is followed ended beside its element, or its element was replaced meanwhile. */
  hasMissed: () => boolean;
};

/** Runs in the page, where Testing Library is: leaves a finder there. Uses nothing of this file. */
export function installFinder(): void {
  const library: {
    queryAllByRole: (root: Element, role: string, options: object) => HTMLElement[];
    queryAllByLabelText: (root: Element, label: string | RegExp) => HTMLElement[];
    queryAllByText: (root: Element, text: string | RegExp) => HTMLElement[];
  } = Reflect.get(globalThis, 'TestingLibraryDom');

  function elementsOf(target: SentTarget): HTMLElement[] {
    const roots = target.within ? elementsOf(target.within) : [document.body];
    const matches = roots.flatMap((root) => matchesIn(root, target)).filter(isVisible);
    const words = target.containing === undefined ? undefined : revived(target.containing);
    return words === undefined ? matches : matches.filter((element) => contains(element, words));
  }
  function contains(element: HTMLElement, words: string | RegExp): boolean {
    const { innerText: text } = element;
    return typeof words === 'string' ? text.includes(words) : words.test(text);
  }
  function matchesIn(root: HTMLElement, target: SentTarget): HTMLElement[] {
    if ('text' in target) return library.queryAllByText(root, revived(target.text));
    if ('label' in target) return library.queryAllByLabelText(root, revived(target.label));
    const name = target.name === undefined ? {} : { name: revived(target.name) };
    return library.queryAllByRole(root, target.role, { ...name, hidden: true });
  }
  function revived(words: SentWords): string | RegExp {
    return typeof words === 'string' ? words : new RegExp(words.source, words.flags);
  }
  function isVisible(element: HTMLElement): boolean {
    const isHidden = element.closest('[aria-hidden="true"], [inert]') !== null;
    return !isHidden && element.checkVisibility({ visibilityProperty: true });
  }
  function found(element: HTMLElement): Found {
    const { x, y, width, height } = element.getBoundingClientRect();
    const middle = { x: x + width / 2, y: y + height / 2 };
    const top = document.elementFromPoint(middle.x, middle.y);
    const isDisabled = element.matches(':disabled');
    const label = element instanceof HTMLInputElement ? element.closest('label') : null;
    const isOnTop = top !== null && (element.contains(top) || label?.contains(top) === true);
    const value = 'value' in element ? String(element.value) : '';
    const isFocused = element === document.activeElement;
    const isReachable = isOnTop && !isDisabled;
    return { ...middle, text: element.innerText, value, isFocused, isReachable };
  }
  function isOn(element: HTMLElement, { target }: Event): boolean {
    const root = (element instanceof HTMLInputElement && element.closest('label')) || element;
    return target instanceof Node && root.contains(target);
  }
  let hasMissed = false;
  let endFollowing = new AbortController();
  Reflect.set(globalThis, 'finder', {
    findAll(target: SentTarget) {
      const elements = elementsOf(target);
      return elements.map(found);
    },
    /** Scrolls the first element to the middle of the window. */
    focus(target: SentTarget) {
      elementsOf(target)[0]?.scrollIntoView({ block: 'center', behavior: 'instant' });
    },
    followPress(target: SentTarget) {
      const [element] = elementsOf(target);
      endFollowing.abort();
      endFollowing = new AbortController();
      hasMissed = false;
      if (!element) return;
      const { signal } = endFollowing;
      const look = (event: Event) => {
        hasMissed = !isOn(element, event);
        if (event.type === 'click') endFollowing.abort();
      };
      addEventListener('mousedown', look, { capture: true, signal });
      addEventListener('click', look, { capture: true, signal });
      // No click follows where the element was replaced during the press.
      addEventListener('mouseup', () => (hasMissed ||= !element.isConnected), { signal });
    },
    hasMissed: () => hasMissed,
  });
}
