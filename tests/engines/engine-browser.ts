export const engineNames = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

/** A point of the viewport in CSS pixels. */
export type Point = { x: number; y: number };

export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'Backspace';

/** How to start a browser; its window has the size of a phone unless an option says otherwise. */
export type LaunchOptions = {
  width?: number;
  height?: number;
  /** True if the browser deletes everything it stored when the window is closed. */
  isPrivate?: boolean;
  /** True if sites get no localStorage and no IndexedDB; Chromium and Firefox then also refuse workers and caches. */
  refusesStorage?: boolean;
};

/** One window of a browser engine, driven from outside of the page. A call throws if the engine rejects it. */
export type EngineBrowser = {
  engine: EngineName;
  version: string;
  /** Starts a navigation; may resolve before the page is loaded. */
  goto: (url: string) => Promise<void>;
  /** Evaluates an expression in the page and returns its value as JSON; waits for a promise. */
  evaluate: <Result>(expression: string) => Promise<Result>;
  click: (point: Point) => Promise<void>;
  type: (text: string) => Promise<void>;
  press: (key: Key, modifier?: 'Shift') => Promise<void>;
  /** Returns the viewport as PNG bytes. */
  screenshot: () => Promise<Uint8Array>;
  /** Closes the browser and opens it at an address; an engine without profiles on the disk closes only the window. */
  reopen: (url: string) => Promise<void>;
  /** Ends the browser and deletes its profile. */
  remove: () => Promise<void>;
};
