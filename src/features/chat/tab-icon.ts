/** How the chats of this tab stand. */
export type TabState = 'quiet' | 'working' | 'finished'

/** Drawn over the icon's lower right corner; readable at 16 px, on light and dark tabs. */
const colours = { working: '#2f7de1', finished: '#2c9a53' }

/**
 * Marks the tab's icon: a dot while an answer is written, and another once one has come that nobody has seen.
 * The icon itself is fetched once and kept.
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
  // It may have ended meanwhile.
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
    // The tab's title says it all the same.
    return undefined
  }
}
