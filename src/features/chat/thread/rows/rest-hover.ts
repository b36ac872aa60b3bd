/** A turn of the wheel scrolls for so long, at most, until the next. */
const wheelMs = 200
/** Without a scroll event for so long, the box stands still. */
const stillMs = 120

/**
 * While a wheel moves a box, what passes under the pointer is not hovered: every row that appeared its buttons for
 * a moment would be drawn anew in every frame of that. A pointer that is moved hovers again at once.
 *
 * @returns ends that.
 */
export function restHover(viewport: HTMLElement, content: HTMLElement): () => void {
  const ending = new AbortController()
  const passive = { passive: true, signal: ending.signal }
  let wheeledAtMs = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const wake = () => {
    clearTimeout(timer)
    content.style.pointerEvents = ''
  }
  viewport.addEventListener(
    'wheel',
    (event) => {
      // A wheel over a model zooms it instead.
      if (!event.defaultPrevented) wheeledAtMs = performance.now()
    },
    passive,
  )
  viewport.addEventListener(
    'scroll',
    () => {
      if (performance.now() - wheeledAtMs > wheelMs && content.style.pointerEvents === '') return
      clearTimeout(timer)
      timer = setTimeout(wake, stillMs)
      content.style.pointerEvents = 'none'
    },
    passive,
  )
  viewport.addEventListener(
    'pointermove',
    ({ movementX, movementY }) => {
      if (movementX === 0 && movementY === 0) return
      wheeledAtMs = -Infinity
      wake()
    },
    passive,
  )
  return () => {
    ending.abort()
    wake()
  }
}
