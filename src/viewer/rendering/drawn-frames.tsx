import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useRef } from 'react'
import { firstLookRatio } from '../camera/fit.ts'
import type { StagePasses } from './stage-passes.ts'

/** From here on motion looks broken, and fewer pixels look better. */
const slowFrameMs = 33
/** What even a screen without spare pixels is worth less than motion. */
const verySlowFrameMs = 100
const slowFramesInARow = 2
const restMs = 180

type DrawnFramesProps = {
  passes: StagePasses
  /** A model is seen soon rather than sharp. */
  isFirstLook: boolean
  /** After each frame. */
  onDrawn: () => void
  /** A moment after the last frame; `frames` counts all since the canvas exists. */
  onRest: (frames: number) => void
}

/**
 * Draws the scene, with fewer pixels at first and while motion is slow, and all of them at rest.
 *
 * It replaces react-three-fiber's own drawing, to know when a frame has been drawn.
 */
export function DrawnFrames({ passes, isFirstLook, onDrawn, onRest }: DrawnFramesProps) {
  const setDpr = useThree((state) => state.setDpr)
  const frames = useRef(0)
  const lastAtMs = useRef<number>(undefined)
  const slowInARow = useRef(0)
  const sharpDpr = useRef<number>(undefined)
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const rest = () => {
    slowInARow.current = 0
    if (sharpDpr.current === undefined) return onRest(frames.current)
    setDpr(sharpDpr.current) // Asks for one more frame, after which it rests again.
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

    // Not by `setDpr`: a resized canvas is blank until it is drawn, which it is here.
    const { dpr: usualDpr } = get().viewport
    const dpr = isFirstLook ? Math.min(usualDpr, firstLookRatio) : usualDpr
    if (gl.getPixelRatio() !== dpr) gl.setPixelRatio(dpr)
    passes.draw(gl, scene, camera)
    frames.current++
    onDrawn()
    clearTimeout(restTimer.current)
    // Whatever moves has asked for its next frame by now. Only between such frames does time
    // say something about speed; otherwise it was a pause.
    const isMoving = internal.frames > 1
    lastAtMs.current = isMoving ? nowMs : undefined
    if (!isMoving) restTimer.current = setTimeout(rest, restMs)
  }, 1)

  useEffect(() => () => clearTimeout(restTimer.current), [])
  return null
}
