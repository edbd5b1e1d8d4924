let lastMillisecond = 0;
let lastCounter = 0;

/** Creates a UUIDv7. Ids of one device sort by creation, even within a millisecond. */
export function createId(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const { millisecond, counter } = nextIdTime(now, ((bytes[6] ?? 0) << 8) | (bytes[7] ?? 0));

  const time = millisecond.toString(16).padStart(12, '0');
  const version = (0x7000 | counter).toString(16);
  const variant = (0x80 | ((bytes[8] ?? 0) & 0x3f)).toString(16);
  const rest = [...bytes.subarray(9)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}${rest.slice(0, 2)}-${rest.slice(2)}`;
}

/** Returns a pair above the last one, even if the clock is set back. */
function nextIdTime(now: number, random: number): { millisecond: number; counter: number } {
  if (now > lastMillisecond) {
    lastMillisecond = now;
    // Starts in the lower half, so that many ids fit into one millisecond.
    lastCounter = random & 0x7ff;
  } else {
    lastCounter += 1;
  }
  if (lastCounter > 0xfff) {
    lastMillisecond += 1;
    lastCounter = 0;
  }
  return { millisecond: lastMillisecond, counter: lastCounter };
}
