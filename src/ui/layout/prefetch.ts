import { codeLoaded, loadCode } from './loaded-code.ts'

type Load = () => Promise<unknown>

/** After what is seen first has loaded: until then everything is for that. */
const delayMs = 2_000
/** A page that is never idle, since something moves in it, goes on after so long. */
const busyMsMax = 1_000

const wanted = new Set<Load>()
let isUnderWay = false

/**
 * Loads code that may be wanted later, once the page has nothing else to do, one part after the other. Not where
 * somebody has asked to save data.
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

/** Fetches nothing ahead until this is over, however it ends: the line is for what somebody waits for. */
export function prefetchAfter(awaited: Promise<unknown>): void {
  const before = urgent
  // What it brings is not kept.
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
    // A failure comes up again, and is shown, when the code is really wanted.
    await loadCode(load).catch(() => {})
    wanted.delete(load)
  }
  isUnderWay = false
}

const savesData = (): boolean =>
  'connection' in navigator &&
  (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true
