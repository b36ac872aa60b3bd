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
  useEffect,
  useEffectEvent,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Group, NeutralToneMapping, type ToneMapping } from 'three'
import { pixelRatioFor } from './fit.ts'
import { isDrawnInSoftware } from './software-gpu.ts'

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
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const rootRef = useRef<ReconcilerRoot<HTMLCanvasElement>>(undefined)
  const glRef = useRef<{ toneMapping: ToneMapping; context?: WebGL2RenderingContext }>(undefined)
  const drawnSize = useRef<Size>(undefined)
  const [size, setSize] = useState<Size>()
  const reportLost = useEffectEvent(onLost)
  const reportRestored = useEffectEvent(onRestored)
  const reportUnavailable = useEffectEvent(onUnavailable)

  // Insertion effects are not replayed in StrictMode, so only a real removal ends the root.
  useInsertionEffect(
    () => () => {
      rootRef.current?.unmount()
      rootRef.current = undefined
    },
    [],
  )

  useLayoutEffect(() => {
    const parent = canvasRef.current?.parentElement
    if (!parent) return
    const measure = () => {
      const { width, height, top, left } = parent.getBoundingClientRect()
      // Hidden pages measure nothing; the last size then stays.
      if (width > 0 && height > 0) setSize({ width, height, top, left })
    }
    const observer = new ResizeObserver(measure)
    // It tells the first size too, a moment later: by then the model is asked for, and what unpacks
    // its pictures works while this waits for the graphics card.
    observer.observe(parent)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    const canvas = canvasRef.current
    if (!canvas || !size) return
    rootRef.current ??= createRoot(canvas)
    glRef.current ??= { toneMapping: NeutralToneMapping, ...openContext(canvas) }
    const root = rootRef.current
    const ready = root.configure({
      size,
      frameloop: isActive ? 'demand' : 'never',
      dpr: pixelRatioFor(size.width, size.height, window.devicePixelRatio),
      camera: { fov: 32 },
      gl: glRef.current,
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

  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas) return
    const listening = new AbortController()
    const listen = (type: string, react: (event: Event) => void) =>
      canvas.addEventListener(type, react, { signal: listening.signal })
    // Without this the browser never gives the context back.
    listen('webglcontextlost', (event) => {
      event.preventDefault()
      reportLost()
    })
    listen('webglcontextrestored', () => reportRestored())
    return () => listening.abort()
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot be drawn into
    <canvas ref={canvasRef} role="img" aria-label={label} className="block" />
  )
}

/**
 * Smooth edges cost little on a GPU, but double the work where the processor draws. Nothing
 * is returned where there is no WebGL 2; three.js then says so in its own way.
 */
function openContext(canvas: HTMLCanvasElement): { context?: WebGL2RenderingContext } {
  const context = canvas.getContext('webgl2', {
    alpha: true,
    // What a cut through a model is closed with.
    stencil: true,
    powerPreference: 'high-performance',
    antialias: !isDrawnInSoftware(),
  })
  return context ? { context } : {}
}

/** A resized canvas is blank until it is drawn; the next frame would be one too late. */
function drawNow(store: RootStore): void {
  const { advance }: RootState = store.getState()
  advance(performance.now())
}
