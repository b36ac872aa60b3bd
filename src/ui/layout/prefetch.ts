import { codeLoaded, loadCode } from './loaded-code.ts'

type Load = () => Promise<unknown>

/** Delay in milliseconds, so that the initial load has the whole bandwidth. */
const delayMs = 2_000
/** Maximum wait for an idle page in milliseconds; animations can keep a page from becoming idle. */
const busyMsMax = 1_000

const wanted = new Set<Load>()
let isUnderWay = false

/**
 * Loads code that may be needed later, sequentially, while the page is idle. Does nothing if the
 * browser saves data.
 *
 * @param load imports the code; must be the same function each time.
 */
export function prefetch(load: Load): void {
  if (typeof requestIdleCallback !== 'function' || savesData()) return
  wanted.add(load)
  if (isUnderWay) return
  isUnderWay = true
  void loadAll()
}

let urgent: Promise<void> = Promise.resolve()

/**
 * Pauses prefetching until this promise has settled, so that the awaited request has the whole
 * bandwidth.
 */
export function prefetchAfter(awaited: Promise<unknown>): void {
  const before = urgent
  // Resolves with `before` instead of the awaited result, so that the result can be
  // garbage-collected.
  const over = () => before
  urgent = awaited.then(over, over)
}

async function loadAll(): Promise<void> {
  await codeLoaded()
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  for (const load of wanted) {
    await codeLoaded()
    await urgent
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: busyMsMax }))
    // If preloading fails, the code is loaded again when needed. If that fails too, the error is
    // shown.
    await loadCode(load).catch(() => {})
    wanted.delete(load)
  }
  isUnderWay = false
}

const savesData = (): boolean =>
  'connection' in navigator &&
  (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true
