/** This browser's push manager; undefined without a worker. */
export async function pushManager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

/** This browser's subscription; null without one. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  try {
    return (await (await pushManager())?.getSubscription()) ?? null;
  } catch {
    return null;
  }
}
