import { ownValue } from '#lib/own-value.ts'
import { t } from '#languages/app.ts'

/**
 * Names of controls that may get the focus, by the name of the removed control. Used only if the
 * new row has no enabled control with the old name.
 */
const successors: Readonly<Record<string, readonly string[]>> = {
  [t('Question')]: [t('Edit question')],
  [t('Answer')]: [t('Edit answer'), t('More for this answer')],
  [t('Show one at a time')]: [t('Show side by side')],
  [t('Previous version')]: [t('Next version')],
  [t('Next version')]: [t('Previous version')],
}

type Place = {
  element: Element
  name: string
  row: string | null
  before: string | undefined
}

/**
 * Restores the keyboard focus after a row is replaced. Without this, browsers move the focus to the
 * top of the page.
 * @returns a function that stops this behaviour.
 */
export function keepFocus(viewport: HTMLElement): () => void {
  let place: Place | undefined
  const observer = new MutationObserver(() => {
    if (!place || place.element.isConnected) return
    if (document.activeElement !== document.body) stop()
    else findIn(rowAfter(viewport, place.before), place)?.focus({ preventScroll: true })
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
      const options = { childList: true, subtree: true, attributeFilter: ['disabled', 'aria-busy'] }
      observer.observe(viewport, options)
    }
    place = {
      element,
      name: getAccessibleName(element),
      row: row.getAttribute('data-row'),
      before: getPreviousRowId(rowsIn(viewport), row),
    }
  }
  document.addEventListener('focusin', note)
  return () => {
    document.removeEventListener('focusin', note)
    stop()
  }
}

const rowsIn = (viewport: HTMLElement) => [...viewport.querySelectorAll('[data-row]')]

const getPreviousRowId = (rows: readonly Element[], row: Element): string | undefined =>
  rows[rows.indexOf(row) - 1]?.getAttribute('data-row') ?? undefined

const rowAfter = (viewport: HTMLElement, before: string | undefined): Element | undefined =>
  rowsIn(viewport).find((row, _, rows) => getPreviousRowId(rows, row) === before)

const getAccessibleName = (element: Element): string =>
  element.getAttribute('aria-label') ?? element.textContent.trim()

function findIn(row: Element | undefined, { name, row: rowId }: Place): HTMLElement | undefined {
  const controls = [...(row?.querySelectorAll<HTMLElement>('button, [tabindex="0"]') ?? [])].filter(
    (control) => getComputedStyle(control).display !== 'none',
  )
  const enabled = controls.filter((control) => control.matches('button:enabled'))
  const same = controls.find((control) => getAccessibleName(control) === name)
  if (same && !same.matches(':disabled')) return same
  const successor = enabled.find((button) =>
    ownValue(successors, name)?.includes(getAccessibleName(button)),
  )
  // A new answer has only the buttons of its code blocks until it is complete.
  const isWritten =
    row?.getAttribute('data-row') === rowId || !row?.querySelector('[aria-busy=true]')
  // The button Regenerate is briefly disabled after an answer, so wait for this button.
  return successor ?? (same || !isWritten ? undefined : enabled[0])
}
