/** The text or accessible name of an element: a string must match it whole, a pattern any part. */
export type Words = string | RegExp;

/**
 * Describes an element by role and name, by its label or by its text; optionally `containing` a
 * text or `within` another element.
 */
export type Target = Criterion<Words> & { containing?: Words; within?: Target };

type Criterion<Text> = { role: string; name?: Text } | { label: Text } | { text: Text };

/** A matching element: the middle of its box, its text, and whether a click there would reach it. */
export type ElementState = {
  x: number;
  y: number;
  text: string;
  value: string;
  isFocused: boolean;
  isReachable: boolean;
};

type JsonWords = string | { source: string; flags: string };
export type JsonTarget = Criterion<JsonWords> & { containing?: JsonWords; within?: JsonTarget };

/** Converts a target to JSON, which can be sent to the page. */
export function toJsonTarget(target: Target): JsonTarget {
  const { containing, within } = target;
  const limits = {
    ...(containing !== undefined && { containing: toJsonWords(containing) }),
    ...(within && { within: toJsonTarget(within) }),
  };
  if ('text' in target) return { text: toJsonWords(target.text), ...limits };
  if ('label' in target) return { label: toJsonWords(target.label), ...limits };
  return { role: target.role, ...(target.name && { name: toJsonWords(target.name) }), ...limits };
}

function toJsonWords(words: Words): JsonWords {
  return typeof words === 'string' ? words : { source: words.source, flags: words.flags };
}

/** The functions that `installFinder` adds to the page. */
export type Finder = {
  findAll: (target: JsonTarget) => ElementState[];
  /** Scrolls the first match to the middle of the window. */
  reveal: (target: JsonTarget) => void;
  /** Focuses the first match. */
  focus: (target: JsonTarget) => void;
  /** Observes the next press on the first match, for `hasMissed`. */
  observePress: (target: JsonTarget) => void;
  /** True if the observed press ended outside of its element, or the element was replaced meanwhile. */
  hasMissed: () => boolean;
};

/** Runs in the page, after Testing Library: sets the global `finder`. Must not use other names of this file. */
export function installFinder(): void {
  const library: {
    queryAllByRole: (root: Element, role: string, options: object) => HTMLElement[];
    queryAllByLabelText: (root: Element, label: string | RegExp) => HTMLElement[];
    queryAllByText: (root: Element, text: string | RegExp) => HTMLElement[];
  } = Reflect.get(globalThis, 'TestingLibraryDom');

  function elementsOf(target: JsonTarget): HTMLElement[] {
    const roots = target.within ? elementsOf(target.within) : [document.body];
    const matches = roots.flatMap((root) => matchesIn(root, target)).filter(isVisible);
    const words = target.containing === undefined ? undefined : toWords(target.containing);
    return words === undefined ? matches : matches.filter((element) => contains(element, words));
  }
  function contains(element: HTMLElement, words: string | RegExp): boolean {
    const { innerText: text } = element;
    return typeof words === 'string' ? text.includes(words) : words.test(text);
  }
  function matchesIn(root: HTMLElement, target: JsonTarget): HTMLElement[] {
    if ('text' in target) return library.queryAllByText(root, toWords(target.text));
    if ('label' in target) return library.queryAllByLabelText(root, toWords(target.label));
    const name = target.name === undefined ? {} : { name: toWords(target.name) };
    return library.queryAllByRole(root, target.role, { ...name, hidden: true });
  }
  function toWords(words: JsonWords): string | RegExp {
    return typeof words === 'string' ? words : new RegExp(words.source, words.flags);
  }
  function isVisible(element: HTMLElement): boolean {
    const isHidden = element.closest('[aria-hidden="true"], [inert]') !== null;
    return !isHidden && element.checkVisibility({ visibilityProperty: true });
  }
  function readState(element: HTMLElement): ElementState {
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
  let endObserving = new AbortController();
  Reflect.set(globalThis, 'finder', {
    findAll(target: JsonTarget) {
      const elements = elementsOf(target);
      return elements.map(readState);
    },
    reveal(target: JsonTarget) {
      elementsOf(target)[0]?.scrollIntoView({ block: 'center', behavior: 'instant' });
    },
    focus(target: JsonTarget) {
      elementsOf(target)[0]?.focus();
    },
    observePress(target: JsonTarget) {
      const [element] = elementsOf(target);
      endObserving.abort();
      endObserving = new AbortController();
      hasMissed = false;
      if (!element) return;
      const { signal } = endObserving;
      const look = (event: Event) => {
        hasMissed = !isOn(element, event);
        if (event.type === 'click') endObserving.abort();
      };
      addEventListener('mousedown', look, { capture: true, signal });
      addEventListener('click', look, { capture: true, signal });
      // The browser fires no click if the element was replaced during the press.
      addEventListener('mouseup', () => (hasMissed ||= !element.isConnected), { signal });
    },
    hasMissed: () => hasMissed,
  });
}
