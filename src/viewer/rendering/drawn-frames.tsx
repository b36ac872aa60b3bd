import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useRef } from 'react'
import { previewRatio } from '../camera/fit.ts'
import type { StagePasses } from './stage-passes.ts'

/** Frame time in milliseconds above which movement stutters, so that the resolution is reduced. */
const slowFrameMs = 33
/** Frame time in milliseconds above which the resolution drops below one pixel per CSS pixel. */
const verySlowFrameMs = 100
const slowFramesInARow = 2
const restMs = 180

type DrawnFramesProps = {
  passes: StagePasses
  /** True to draw at low resolution first, so that the model appears sooner. */
  isPreview: boolean
  onDrawn: () => void
  onRest: (frames: number) => void
}

/**
 * Draws the scene at reduced resolution at first and during slow movement, and at full resolution
 * afterwards. Replaces the render step of react-three-fiber, which does not report drawn frames.
 */
export function DrawnFrames({ passes, isPreview, onDrawn, onRest }: DrawnFramesProps) {
  const setDpr = useThree((state) => state.setDpr)
  const frames = useRef(0)
  const lastAtMs = useRef<number>(undefined)
  const slowInARow = useRef(0)
  const sharpDpr = useRef<number>(undefined)
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const rest = () => {
    slowInARow.current = 0
    if (sharpDpr.current === undefined) return onRest(frames.current)
    setDpr(sharpDpr.current)
    sharpDpr.current = undefined
  }

  useFrame(({ gl, scene, camera, viewport, internal, get }) => {
    if (gl.getContext().isContextLost()) return
    const nowMs = performance.now()
    const tookMs = nowMs - (lastAtMs.current ?? nowMs)
    slowInARow.current = tookMs > slowFrameMs ? slowInARow.current + 1 : 0
    const coarseDpr = tookMs > verySlowFrameMs ? 0.6 : 1
    if (slowInARow.current >= slowFramesInARow && viewport.dpr > coarseDpr) {
      sharpDpr.current ??= viewport.dpr
      setDpr(coarseDpr)
    }

    // Draws directly after a resize, because a resized canvas is blank.
    const { dpr: usualDpr } = get().viewport
    const dpr = isPreview ? Math.min(usualDpr, previewRatio) : usualDpr
    if (gl.getPixelRatio() !== dpr) gl.setPixelRatio(dpr)
    passes.draw(gl, scene, camera)
    frames.current++
    onDrawn()
    clearTimeout(restTimer.current)
    // Only the time between consecutive animation frames measures speed, because other times are
    // pauses.
    const isMoving = internal.frames > 1
    lastAtMs.current = isMoving ? nowMs : undefined
    if (!isMoving) restTimer.current = setTimeout(rest, restMs)
  }, 1)

  useEffect(() => () => clearTimeout(restTimer.current), [])
  return null
}
