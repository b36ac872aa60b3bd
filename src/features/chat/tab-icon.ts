export type TabState = 'quiet' | 'working' | 'finished'

/** Colours of a dot in the icon's corner, visible at 16 px in light and dark tabs. */
const colours = { working: '#2f7de1', finished: '#2c9a53' }

/**
 * Adds a dot to the tab's icon while an answer is written, and after an answer that the user has
 * not seen.
 */
export async function markTabIcon(state: TabState): Promise<void> {
  wanted = state
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  plainAddress ??= link.href
  if (state === 'quiet') {
    link.href = plainAddress
    return
  }
  const source = await (plainIcon ??= readIcon(plainAddress))
  // The state may have changed during the fetch.
  if (wanted !== state || source === undefined) return
  const dot = `<circle cx="23" cy="23" r="9" fill="${colours[state]}" stroke="#fff" stroke-width="2"/>`
  const marked = source.replace('</svg>', `${dot}</svg>`)
  link.href = `data:image/svg+xml,${encodeURIComponent(marked)}`
}

let wanted: TabState = 'quiet'
let plainAddress: string | undefined
let plainIcon: Promise<string | undefined> | undefined

async function readIcon(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) })
    return answer.ok ? await answer.text() : undefined
  } catch {
    // The tab's title shows the same state, so ignore the error.
    return undefined
  }
}
