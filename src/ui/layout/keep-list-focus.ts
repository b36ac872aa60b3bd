const rows = 'li, section'
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

type Place = { element: Element; at: number }

/**
 * Moves the focus to the next row when the focused row is removed. Without this, browsers move the
 * focus to the top of the page. Can be passed as a ref.
 * @returns a function that stops this behaviour.
 */
export function keepListFocus(list: HTMLElement | null): () => void {
  if (!list) return () => {}
  let place: Place | undefined
  const stop = () => {
    place = undefined
    observer.disconnect()
  }
  const observer = new MutationObserver(() => {
    if (!place || place.element.isConnected) return
    // While a confirmation dialog closes, the focus is still inside the dialog.
    if (document.activeElement !== document.body) {
      watch(document.body)
      return
    }
    const all = [...list.querySelectorAll(rows)]
    const next = all[Math.min(place.at, all.length - 1)] ?? list
    stop()
    next.querySelector<HTMLElement>('a, button')?.focus()
  })
  const watch = (element: Element) => observer.observe(element, { childList: true, subtree: true })
  const note = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(overlays)) return
    if (!list.contains(target)) return stop()
    const row = target.closest(rows)
    const at = row ? [...list.querySelectorAll(rows)].indexOf(row) : 0
    place = { element: target, at }
    watch(list)
  }
  const noted = ['focusin', 'pointerdown'] as const
  for (const name of noted) document.addEventListener(name, note)
  return () => {
    for (const name of noted) document.removeEventListener(name, note)
    stop()
  }
}
