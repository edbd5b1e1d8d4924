/** This browser's push manager; undefined without a service worker. */
export async function getPushManager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

/** This browser's push subscription; null without a service worker or subscription. */
export async function readPushSubscription(): Promise<PushSubscription | null> {
  try {
    return (await (await getPushManager())?.getSubscription()) ?? null;
  } catch {
    return null;
  }
}
