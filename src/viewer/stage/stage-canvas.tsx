import {
  type ReactNode,
  useEffectEvent,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Drawing, type Opening } from './drawing.ts'
import type { CanvasSize, createSceneRoot } from './scene-root.ts'

type StageCanvasProps = {
  label: string
  isActive: boolean
  opening: Opening | undefined
  onOpened: () => void
  onLost: () => void
  onRestored: () => void
  onUnavailable: (error: unknown) => void
  /** Creates the scene. Undefined until its code is loaded and there is something to show. */
  createRoot: typeof createSceneRoot | undefined
  /**
   * The scene, in react-three-fiber's elements.
   * @param isSeen true on the first call if the first picture already shows the model.
   */
  children: (isSeen: boolean) => ReactNode
}

/**
 * Renders a canvas that fills its parent and draws a react-three-fiber scene on demand. Sends no
 * pointer events into the scene, because testing the model on each move takes tens of milliseconds.
 */
export function StageCanvas({
  label,
  isActive,
  opening,
  onOpened,
  onLost,
  onRestored,
  onUnavailable,
  createRoot,
  children,
}: StageCanvasProps) {
  const holderRef = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const hasFailed = useRef(false)
  const [size, setSize] = useState<CanvasSize>()
  const reportLost = useEffectEvent(onLost)
  const reportRestored = useEffectEvent(onRestored)

  // An insertion effect ends the scene only on a real unmount, because StrictMode does not run
  // insertion effects twice.
  useInsertionEffect(
    () => () => {
      drawing.current?.end()
      drawing.current = undefined
    },
    [],
  )

  useLayoutEffect(() => {
    const parent = holderRef.current?.parentElement
    if (!parent) return
    const measure = () => {
      const { width, height, top, left } = parent.getBoundingClientRect()
      // Keeps the last size on a hidden page, which measures zero.
      if (width > 0 && height > 0) setSize({ width, height, top, left })
    }
    const observer = new ResizeObserver(measure)
    // The observer also reports the initial size, but too late.
    observer.observe(parent)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    // Waits until there is something to draw, because creating a canvas takes time.
    if (!size || (!createRoot && !opening) || hasFailed.current) return
    try {
      drawing.current ??= new Drawing({
        onLost: () => reportLost(),
        onRestored: () => reportRestored(),
      })
      drawing.current.putInto(holderRef.current)
      const now = { size, isActive }
      if (createRoot) drawing.current.render(createRoot, children, now)
      else if (opening && drawing.current.open(opening, now)) onOpened()
    } catch (error) {
      hasFailed.current = true
      onUnavailable(error)
    }
  })

  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot be drawn into
  return <div ref={holderRef} role="img" aria-label={label} className="size-full" />
}
