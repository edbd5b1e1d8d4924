export const engineNames = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

/** A point of the viewport in CSS pixels. */
export type Point = { x: number; y: number };

export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'Backspace';

/** How a browser is started: as wide and high as a phone unless an option says otherwise. */
export type LaunchOptions = {
  width?: number;
  height?: number;
  /** Whether the browser stores nothing beyond its window. */
  isPrivate?: boolean;
  /** Whether sites get no localStorage and no IndexedDB; Chromium and Firefox refuse workers and caches as well. */
  refusesStorage?: boolean;
};

/** One window of one engine, driven from outside the page. Each call throws when the engine rejects it. */
export type EngineBrowser = {
  engine: EngineName;
  version: string;
  /** Starts a navigation; may return before the page is loaded. */
  goto: (url: string) => Promise<void>;
  /** Evaluates an expression in the page and returns its JSON value, of a promise what it resolves to. */
  evaluate: <Result>(expression: string) => Promise<Result>;
  click: (point: Point) => Promise<void>;
  type: (text: string) => Promise<void>;
  press: (key: Key, modifier?: 'Shift') => Promise<void>;
  /** Returns the viewport as PNG bytes. */
  screenshot: () => Promise<Uint8Array>;
  /** Closes the browser, or in an engine without lasting profiles the window, and opens it at an address. */
  reopen: (url: string) => Promise<void>;
  /** Ends the browser and deletes its profile. */
  remove: () => Promise<void>;
};
