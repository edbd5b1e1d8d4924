/** Offset of a clock in milliseconds that now shows this moment. */
export function offsetTo(moment: string): number {
  return Date.parse(moment) - Date.now();
}

/** The setting that offsets a server's clock, in milliseconds. */
export function clockSetting(milliseconds: number): Record<string, string> {
  const module = `(${offsetClock.toString()})(${milliseconds});(${sendOwnDate.toString()})();`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` };
}

/** Runs in a page or server before the product, so it must not use this file's scope. */
export function offsetClock(offsetMs: number): void {
  const right = Date;
  const now = () => right.now() + offsetMs;
  globalThis.Date = new Proxy(right, {
    apply: () => new right(now()).toString(),
    construct: (_, given: unknown[], target) =>
      Reflect.construct(right, given.length > 0 ? given : [now()], target),
    get: (_, name) => (name === 'now' ? now : Reflect.get(right, name)),
  });
}

/** Runs in the server's process: Node has its own clock for the `Date` header. */
function sendOwnDate(): void {
  const { ServerResponse } = process.getBuiltinModule('node:http');
  const { subscribe } = process.getBuiltinModule('node:diagnostics_channel');
  subscribe('http.server.request.start', (message) => {
    const answer =
      message instanceof Object && 'response' in message ? message.response : undefined;
    if (answer instanceof ServerResponse) answer.setHeader('date', new Date().toUTCString());
  });
}
