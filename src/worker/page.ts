import { readIndexedDbLogin, LoginStore } from '#sync/storage/login-store.ts';
import { readSnapshot, type PageSnapshot } from '#sync/storage/snapshots.ts';

const buildMetaPattern = /<meta name="build" content="([^"]+)"/;
const root = '<div id="root">';
const script = '<script src="/snapshot.js"></script>';
/** Timeout for reading the snapshot in milliseconds: a blocked database may never answer. */
const readTimeoutMs = 1000;

/**
 * Answers a navigation with the app's page, and inserts the snapshot of the address before the root
 * element. The head is sent first, so that the browser already loads styles and scripts.
 */
export async function insertPageSnapshot(page: Promise<Response>, url: URL): Promise<Response> {
  const finding = findSnapshot(url);
  const response = await page;
  const text = await response.text();
  const build = buildMetaPattern.exec(text)?.[1];
  const rootAt = Math.max(0, text.indexOf(root));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode(text.slice(0, rootAt)));
      const snapshot = await finding;
      const isOfBuild = snapshot !== undefined && snapshot.build === build;
      if (isOfBuild) controller.enqueue(encoder.encode(snapshot.markup + script));
      controller.enqueue(encoder.encode(text.slice(rootAt)));
      controller.close();
    },
  });
  return new Response(body, toResponseInit(response));
}

/** Removes headers of the transfer, because the cached body is already decoded. */
function toResponseInit({ headers, status, statusText }: Response): ResponseInit {
  const retained = new Headers(headers);
  retained.delete('content-encoding');
  retained.delete('content-length');
  return { headers: retained, status, statusText };
}

/**
 * Returns the snapshot of an address for the logged-in member; undefined after a failure or
 * timeout.
 */
async function findSnapshot({ pathname, search }: URL): Promise<PageSnapshot | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, readTimeoutMs, undefined);
  const read = readOwnSnapshot(pathname + search).catch(() => undefined);
  const snapshot = await Promise.race([read, late]);
  clearTimeout(timer);
  return snapshot;
}

async function readOwnSnapshot(address: string): Promise<PageSnapshot | undefined> {
  const [memberId, snapshot] = await Promise.all([
    readLoggedInMember(),
    readSnapshot(caches, address),
  ]);
  return snapshot?.memberId === memberId ? snapshot : undefined;
}

/** Reads the mirror: a login or logout is complete only after it was written there. */
async function readLoggedInMember(): Promise<string | undefined> {
  const store = new LoginStore();
  try {
    return (await readIndexedDbLogin(store))?.memberId;
  } finally {
    store.close();
  }
}
