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
  /** What is seen, for those who do not see it. */
  label: string
  /** Whether anything is drawn at all. */
  isActive: boolean
  /** How a model is drawn that the scene does not show yet; by the scene alone without it. */
  opening: Opening | undefined
  /** It was drawn like that. */
  onOpened: () => void
  /** The GPU took the canvas's contents away. Nothing draws any more by then. */
  onLost: () => void
  /** The GPU is back; everything that was drawn into textures must be drawn anew. */
  onRestored: () => void
  /** This browser gives us no WebGL 2. */
  onUnavailable: (error: unknown) => void
  /** Makes the scene, once its code is there and it has something to show. */
  createRoot: typeof createSceneRoot | undefined
  /**
   * The scene, in react-three-fiber's elements.
   *
   * @param isSeen whether its model is seen already, by the opening; the first time only.
   */
  children: (isSeen: boolean) => ReactNode
}

/**
 * A canvas that fills its parent and draws a react-three-fiber scene into it on demand.
 *
 * It sends no pointer events into the scene: asking which triangle is under the pointer
 * costs tens of milliseconds per move on large models.
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

  // Insertion effects are not replayed in StrictMode, so only a real removal ends the scene.
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
      // Hidden pages measure nothing; the last size then stays.
      if (width > 0 && height > 0) setSize({ width, height, top, left })
    }
    const observer = new ResizeObserver(measure)
    // It tells the first size too, a moment later: by then the model is asked for.
    observer.observe(parent)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    // Without either there is nothing to draw yet, and a canvas takes its time.
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
