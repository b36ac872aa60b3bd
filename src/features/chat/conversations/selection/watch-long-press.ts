/** Milliseconds after which a touch counts as a long press, as on Android. */
const longPressMs = 500
/** Movement in CSS pixels after which a touch is a scroll instead of a long press. */
const movementMax = 10

type LongPress = {
  /** Returns the id of the touched row. */
  findId: (event: Event) => string | undefined
  onPress: (id: string) => void
  signal: AbortSignal
}

/**
 * Calls `onPress` after a long press on a row of `element`.
 * @returns a function for the next click. Returns true if the click belongs to a long press.
 */
export function watchLongPress(
  element: HTMLElement,
  { findId, onPress, signal }: LongPress,
): () => boolean {
  let press: { id: string; timer: number; x: number; y: number } | undefined
  let isDone = false
  const end = () => {
    if (press) clearTimeout(press.timer)
    press = undefined
  }
  const finish = (id: string) => {
    end()
    isDone = true
    onPress(id)
  }
  const block = (event: Event) => {
    if (!press && !isDone) return
    event.preventDefault()
    event.stopPropagation()
    // Android opens the context menu of a link after a long press, sometimes before the timer ends.
    if (press && event.type === 'contextmenu') finish(press.id)
  }
  const options = { signal, capture: true }
  element.addEventListener(
    'pointerdown',
    (event) => {
      end()
      isDone = false
      const id = event.pointerType === 'touch' ? findId(event) : undefined
      if (id === undefined) return
      const timer = window.setTimeout(() => finish(id), longPressMs)
      press = { id, timer, x: event.clientX, y: event.clientY }
    },
    options,
  )
  element.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > movementMax) end()
    },
    options,
  )
  for (const name of ['contextmenu', 'dragstart']) element.addEventListener(name, block, options)
  for (const name of ['pointerup', 'pointercancel']) element.addEventListener(name, end, options)
  signal.addEventListener('abort', end)
  // Prevents the preview of the link that Safari shows after a long press.
  element.style.setProperty('-webkit-touch-callout', 'none')
  return () => {
    const wasDone = isDone
    isDone = false
    return wasDone
  }
}
