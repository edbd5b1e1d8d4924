/** This browser's push manager; undefined without a worker. */
export async function getPushManager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

/** This browser's subscription; null without one. */
export async function readPushSubscription(): Promise<PushSubscription | null> {
  try {
    return (await (await getPushManager())?.getSubscription()) ?? null;
  } catch {
    return null;
  }
}
