/** Returns the offset in milliseconds that makes a clock show this moment now. */
export function offsetTo(moment: string): number {
  return Date.parse(moment) - Date.now();
}

/** Environment of a server whose clock is offset by these milliseconds. */
export function clockSetting(milliseconds: number): Record<string, string> {
  const module = `(${offsetClock.toString()})(${milliseconds});(${sendOwnDate.toString()})();`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` };
}

/** Offsets `Date`; runs first in a page or server, so it must not use this file's scope. */
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

/** Sets the `Date` header, which Node otherwise computes from a clock that has no offset. */
function sendOwnDate(): void {
  const { ServerResponse } = process.getBuiltinModule('node:http');
  const { subscribe } = process.getBuiltinModule('node:diagnostics_channel');
  subscribe('http.server.request.start', (message) => {
    const answer =
      message instanceof Object && 'response' in message ? message.response : undefined;
    if (answer instanceof ServerResponse) answer.setHeader('date', new Date().toUTCString());
  });
}
