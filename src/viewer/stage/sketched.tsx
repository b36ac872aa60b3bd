import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Model } from '../loading/load-glb.ts'
import { prepareModel } from '../gpu/prepare-model.ts'
import { type Sketch, sketchOf } from './sketch.ts'
import type { DeferredLight } from '../light/studio-light.ts'

type SketchedProps = {
  model: Model
  /** What its own materials are lit by. */
  light: DeferredLight
  /** The model can now be drawn with its own materials without a freeze. */
  onReady: (model: Model) => void
}

/**
 * Lets the model on stage wear a sketch, and gets its own materials ready as soon as that has
 * been seen. Mount it anew for another model.
 */
export function Sketched({ model, light, onReady }: SketchedProps) {
  const gl = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const camera = useThree((state) => state.camera)
  const invalidate = useThree((state) => state.invalidate)
  const sketch = useRef<Sketch>(undefined)
  const isLit = useRef(false)
  const seen = useRef<() => void>(undefined)

  useLayoutEffect(() => {
    const made = sketchOf(model.scene)
    sketch.current = made
    made.putOn()
    return () => {
      sketch.current = undefined
      made.dispose()
      invalidate()
    }
  }, [model, invalidate])

  useEffect(() => {
    let isWanted = true
    const getReady = async () => {
      await new Promise<void>((resolve) => {
        seen.current = resolve
      })
      // The browser shows the frame first.
      await new Promise((resolve) => setTimeout(resolve))
      if (!isWanted) return
      light.draw()
      const getting = prepareModel({ gl, scene, camera }, model.scene, (compile) => {
        sketch.current?.takeOff()
        compile()
        sketch.current?.putOn()
      })
      // What could not be got ready only makes the next frame slower.
      await getting.finally(() => isWanted && onReady(model))
    }
    void getReady()
    return () => {
      isWanted = false
    }
  }, [gl, scene, camera, model, light, onReady])

  // The camera stands where it will be seen from, and nothing is drawn yet.
  useFrame(() => {
    if (isLit.current) return
    isLit.current = true
    sketch.current?.lightFor(camera.quaternion)
  }, 0.5)

  // After the frame has been drawn.
  useFrame(() => seen.current?.(), 2)

  return null
}
