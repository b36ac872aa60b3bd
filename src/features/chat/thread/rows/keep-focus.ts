import { ownValue } from '#lib/own-value.ts'

/** What stands in the place of a field or button that goes when it has done its work, by their names. */
const successors: Readonly<Record<string, string>> = {
  Question: 'Edit question',
  Answer: 'Edit answer',
  'Show one at a time': 'Show side by side',
  'Previous version': 'Next version',
  'Next version': 'Previous version',
}

type Place = {
  element: Element
  name: string
  /** Id of the row before; absent for the first. */
  before: string | undefined
}

/**
 * Whoever goes through the thread by keys stays where they were when their row is drawn anew, as by Regenerate, by another
 * version or at the end of an edit. Otherwise the browser would begin at the top of the page again.
 *
 * @returns ends that.
 */
export function keepFocus(viewport: HTMLElement): () => void {
  let place: Place | undefined
  const observer = new MutationObserver(() => {
    if (!place || place.element.isConnected) return
    // Somebody has gone elsewhere meanwhile.
    if (document.activeElement !== document.body) stop()
    else findIn(rowAfter(viewport, place.before), place.name)?.focus({ preventScroll: true })
  })
  const stop = () => {
    place = undefined
    observer.disconnect()
  }
  const note = ({ target }: FocusEvent) => {
    const element = target instanceof Element ? target : undefined
    const row = element?.closest('[data-row]')
    if (!element || !row || !viewport.contains(row)) return stop()
    if (!place) {
      const options = { childList: true, subtree: true, attributeFilter: ['disabled'] }
      observer.observe(viewport, options)
    }
    place = { element, name: nameOf(element), before: idOf(rowsIn(viewport), row) }
  }
  document.addEventListener('focusin', note)
  return () => {
    document.removeEventListener('focusin', note)
    stop()
  }
}

const rowsIn = (viewport: HTMLElement) => [...viewport.querySelectorAll('[data-row]')]

const idOf = (rows: readonly Element[], row: Element): string | undefined =>
  rows[rows.indexOf(row) - 1]?.getAttribute('data-row') ?? undefined

const rowAfter = (viewport: HTMLElement, before: string | undefined): Element | undefined =>
  rowsIn(viewport).find((row, _, rows) => idOf(rows, row) === before)

const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? element.textContent.trim()

function findIn(row: Element | undefined, name: string): HTMLElement | undefined {
  const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('button') ?? [])]
  const enabled = buttons.filter((button) => !button.disabled)
  const same = buttons.find((button) => nameOf(button) === name)
  if (same && !same.disabled) return same
  const successor = enabled.find((button) => nameOf(button) === ownValue(successors, name))
  // One that rests, as Regenerate does for a moment after an answer, comes back.
  return successor ?? (same ? undefined : enabled[0])
}
