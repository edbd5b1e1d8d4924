/** Where this browser takes its pushes; undefined without a worker. */
export async function pushManager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

/** What this browser is subscribed with; null where it is not. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  try {
    return (await (await pushManager())?.getSubscription()) ?? null;
  } catch {
    return null;
  }
}
