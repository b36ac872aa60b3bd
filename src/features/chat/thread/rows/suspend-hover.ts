/** Milliseconds after a wheel event in which scrolling is attributed to the wheel. */
const wheelMs = 200
/** Milliseconds without a scroll event after which scrolling has ended. */
const stillMs = 120

/**
 * Disables hover during wheel scrolling: each row under the pointer would otherwise show its
 * buttons and re-render every frame. Moving the pointer enables hover immediately.
 *
 * @returns a function that stops it.
 */
export function suspendHover(viewport: HTMLElement, content: HTMLElement): () => void {
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
      // If the default is prevented, the wheel event has zoomed a model and does not scroll.
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
