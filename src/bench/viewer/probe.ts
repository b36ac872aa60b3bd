import type { Page } from 'playwright'

/** Times in milliseconds since navigation. */
export type ProbeResult = {
  firstFrameMs: number
  firstFullFrameMs: number
  longestTaskMs: number
}

/**
 * Records in `globalThis.probe` when a model with this number of triangles is first drawn. Call
 * this function before the page opens.
 */
export async function probeFrames(page: Page, triangles: number): Promise<void> {
  // The compiler of this file inserts calls of the function `__name`, which does not exist in the
  // page.
  await page.addInitScript('globalThis.__name = (target) => target')
  await page.addInitScript(installProbe, triangles)
}

/**
 * Runs in the page before its scripts. Records when a frame has drawn at least nine tenths of the
 * triangles. Reads one pixel to wait for the GPU.
 */
function installProbe(triangles: number): void {
  const page = globalThis as unknown as {
    probe: ProbeResult
    WebGL2RenderingContext: { prototype: Record<string, unknown> }
    requestAnimationFrame: (callback: (ms: number) => void) => number
    PerformanceObserver: new (
      see: (list: { getEntries: () => { duration: number }[] }) => void,
    ) => { observe: (options: object) => void }
    performance: { now: () => number }
    devicePixelRatio: number
  }
  page.probe = { firstFrameMs: 0, firstFullFrameMs: 0, longestTaskMs: 0 }
  let drawn = 0
  const trianglesMode = 4
  const { prototype } = page.WebGL2RenderingContext
  const count = (name: string, countAt: number) => {
    const original = prototype[name] as (...args: unknown[]) => unknown
    prototype[name] = function (this: unknown, ...args: unknown[]) {
      original.apply(this, args)
      if (page.probe.firstFullFrameMs > 0 || args[0] !== trianglesMode) return
      drawn += Number(args[countAt]) / 3
      if (drawn < 0.9 * triangles) return
      const context = this as {
        readPixels: (...args: unknown[]) => void
        RGBA: number
        UNSIGNED_BYTE: number
        drawingBufferWidth: number
        canvas: { clientWidth?: number }
      }
      const wanted = (context.canvas.clientWidth ?? 0) * page.devicePixelRatio
      // The tolerance is for rounded widths. A canvas outside of the document counts as full.
      const isFull = context.drawingBufferWidth >= 0.98 * wanted
      if (page.probe.firstFrameMs > 0 && !isFull) return
      const pixel = new Uint8Array(4)
      context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel)
      const nowMs = page.performance.now()
      page.probe.firstFrameMs ||= nowMs
      if (isFull) page.probe.firstFullFrameMs = nowMs
    }
  }
  count('drawElements', 1)
  count('drawArrays', 2)
  const { requestAnimationFrame } = page
  page.requestAnimationFrame = (callback) =>
    requestAnimationFrame((ms) => {
      drawn = 0
      callback(ms)
    })
  new page.PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      page.probe.longestTaskMs = Math.max(page.probe.longestTaskMs, duration)
    }
  }).observe({ type: 'longtask', buffered: true })
}
