import { isSavingData } from '#lib/browser/saves-data.ts'
import { codeLoaded, loadCode } from './loaded-code.ts'

type Load = () => Promise<unknown>

/**
 * Maximum delay of the first prefetch in milliseconds, so that the initial load has the bandwidth
 * and the processor of a phone. A press ends the delay, because more presses may follow.
 */
const delayMsMax = 5_000
/** Maximum wait for an idle page in milliseconds. Animations can keep a page from becoming idle. */
const busyMsMax = 1_000

const wanted = new Set<Load>()
let isUnderWay = false

/**
 * Loads code while the page is idle, because the user may need the code later. Does nothing in
 * frames, or if the browser is set to save data.
 * @param load imports the code. Pass the same function each time.
 */
export function prefetch(load: Load): void {
  if (typeof requestIdleCallback !== 'function' || isSavingData()) return
  // A frame in another site shows a single model, so that other code is rarely needed.
  if (globalThis.parent !== globalThis.self) return
  wanted.add(load)
  if (isUnderWay) return
  isUnderWay = true
  void loadAll()
}

let urgent: Promise<void> = Promise.resolve()

/**
 * Pauses prefetching until the promise has settled, so that the request behind the promise has all
 * bandwidth.
 */
export function prefetchAfter(awaited: Promise<unknown>): void {
  const before = urgent
  // Resolves without a value, so that the result of the request does not stay in memory.
  const over = () => before
  urgent = awaited.then(over, over)
}

async function loadAll(): Promise<void> {
  await codeLoaded()
  await new Promise((resolve) => {
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, resolve, { once: true })
    setTimeout(resolve, delayMsMax)
  })
  for (const load of wanted) {
    await codeLoaded()
    await urgent
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: busyMsMax }))
    // After a failure here, the code is loaded again when the user needs it.
    await loadCode(load).catch(() => {})
    wanted.delete(load)
  }
  isUnderWay = false
}
