/** Milliseconds after a wheel event for which scrolling counts as wheel scrolling. */
const wheelMs = 200
const stillMs = 120

/**
 * Disables hover effects during wheel scrolling. Otherwise each row under the pointer would show
 * its buttons.
 * @returns a function that stops this behaviour.
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
      // If the default is prevented, the wheel zooms a model instead of scrolling.
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
