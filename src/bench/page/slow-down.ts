import type { BrowserContext, Page } from 'playwright'

const slow = { processorSlowdown: 4, bitsPerSecond: 1_600_000, latencyMs: 150 }

export async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  const bytesPerSecond = slow.bitsPerSecond / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.processorSlowdown })
}
