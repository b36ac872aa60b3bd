import {
  createRoot,
  extend,
  flushSync,
  type ReconcilerRoot,
  type RootState,
  type RootStore,
} from '@react-three/fiber'
import {
  type ReactNode,
  useEffectEvent,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Group, NeutralToneMapping, type ToneMapping } from 'three'
import { pixelRatioFor } from '../camera/fit.ts'
import { takeCanvas } from '../gpu/gl-canvas.ts'

// Only what the stage names in JSX: the ready-made Canvas registers all of three.js,
// which no bundler can then leave out.
extend({ Group })

type StageCanvasProps = {
  /** What is seen, for those who do not see it. */
  label: string
  /** Whether anything is drawn at all. */
  isActive: boolean
  /** The GPU took the canvas's contents away. three.js has stopped drawing by then. */
  onLost: () => void
  /** The GPU is back; everything that was drawn into textures must be drawn anew. */
  onRestored: () => void
  /** This browser gives us no WebGL 2. */
  onUnavailable: (error: unknown) => void
  /** The scene, in react-three-fiber's elements. */
  children: ReactNode
}

type Size = { width: number; height: number; top: number; left: number }

/**
 * A canvas that fills its parent and draws a react-three-fiber scene into it on demand.
 *
 * It sends no pointer events into the scene: asking which triangle is under the pointer
 * costs tens of milliseconds per move on large models.
 */
export function StageCanvas({
  label,
  isActive,
  onLost,
  onRestored,
  onUnavailable,
  children,
}: StageCanvasProps) {
  const holderRef = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const drawnSize = useRef<Size>(undefined)
  const [size, setSize] = useState<Size>()
  const reportLost = useEffectEvent(onLost)
  const reportRestored = useEffectEvent(onRestored)
  const reportUnavailable = useEffectEvent(onUnavailable)

  // Insertion effects are not replayed in StrictMode, so only a real removal ends the root.
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
    if (!size) return
    drawing.current ??= begin(
      () => reportLost(),
      () => reportRestored(),
    )
    const { canvas, root, gl } = drawing.current
    // Put in once: what is drawn into a canvas that is moved meanwhile may never be seen.
    if (canvas.parentElement !== holderRef.current) holderRef.current?.append(canvas)
    const ready = root.configure({
      size,
      frameloop: isActive ? 'demand' : 'never',
      dpr: pixelRatioFor(size.width, size.height, window.devicePixelRatio),
      camera: { fov: 32 },
      gl,
    })
    if (ready.status === 'rejected') {
      reportUnavailable(ready.reason)
      return
    }
    // In the same commit as the page around it, so that a model which the page lets go
    // of afterwards is out of the scene by then.
    const store = flushSync(() => root.render(children))
    if (drawnSize.current && drawnSize.current !== size && isActive) drawNow(store)
    drawnSize.current = size
  })

  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot be drawn into
  return <div ref={holderRef} role="img" aria-label={label} className="size-full" />
}

type Drawing = {
  canvas: HTMLCanvasElement
  root: ReconcilerRoot<HTMLCanvasElement>
  /** Without a context, where there is no WebGL 2, three.js says so in its own way. */
  gl: { toneMapping: ToneMapping; context?: WebGL2RenderingContext }
  end: () => void
}

function begin(onLost: () => void, onRestored: () => void): Drawing {
  const { canvas, context } = takeCanvas()
  canvas.classList.add('block')
  const root = createRoot(canvas)
  const listening = new AbortController()
  const { signal } = listening
  const handleLost = (event: Event) => {
    // Without this the browser never gives the context back.
    event.preventDefault()
    onLost()
  }
  canvas.addEventListener('webglcontextlost', handleLost, { signal })
  canvas.addEventListener('webglcontextrestored', onRestored, { signal })
  return {
    canvas,
    root,
    gl: { toneMapping: NeutralToneMapping, ...(context && { context }) },
    end: () => {
      listening.abort()
      root.unmount()
    },
  }
}

/** A resized canvas is blank until it is drawn; the next frame would be one too late. */
function drawNow(store: RootStore): void {
  const { advance }: RootState = store.getState()
  advance(performance.now())
}
