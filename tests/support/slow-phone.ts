import type { Page } from '@playwright/test';

/** A middling phone on a slow mobile line: the profile that first visits are compared by. */
const phone = { cpu: 4, latency: 150, bitsPerSecond: 1.6e6 };

/** Makes the processor and the line of a page as slow as that. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.cpu });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latency,
    downloadThroughput: phone.bitsPerSecond / 8,
    uploadThroughput: phone.bitsPerSecond / 8,
  });
}
