import { newId } from '#lib/id.ts'

/**
 * Id of this tab. Undefined if the browser has no Web Locks, such as over HTTP in a local network.
 * Each tab then sends all queued questions, and the server ignores repeated ids.
 */
export const ownTabId: string | undefined =
  typeof navigator !== 'undefined' && 'locks' in navigator ? newId() : undefined

const nameLock = (tabId: string) => `bozzetto.outbox.${tabId}`

/**
 * Holds the lock of this tab while the browser does not freeze the tab.
 * @returns a function that releases the lock.
 */
export function holdTabLock(): () => void {
  if (ownTabId === undefined) return () => {}
  const name = nameLock(ownTabId)
  let release: (() => void) | undefined
  const hold = () => {
    if (release) return
    const held = new Promise<void>((resolve) => (release = resolve))
    navigator.locks.request(name, () => held).catch(console.warn)
  }
  const letGo = () => {
    release?.()
    release = undefined
  }
  hold()
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('freeze', letGo, { signal })
  document.addEventListener('resume', hold, { signal })
  window.addEventListener('pagehide', letGo, { signal })
  window.addEventListener('pageshow', hold, { signal })
  return () => {
    stop.abort()
    letGo()
  }
}

/** Resolves once the tab is closed or frozen. */
export async function waitForTabEnd(tabId: string): Promise<void> {
  await navigator.locks.request(nameLock(tabId), () => {})
}
