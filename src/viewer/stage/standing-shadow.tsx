import { useThree } from '@react-three/fiber'
import { useEffect, useRef } from 'react'
import type { Bounds } from '../loading/bounds.ts'
import { whenGpuIdle } from '../gpu/gpu-idle.ts'
import { bakeGroundShadow, type GroundShadow } from '../light/ground-shadow.ts'
import { useFade } from '../rendering/use-fade.ts'

type StandingShadowProps = { bounds: Bounds; fadeMs: number }

/** The shadow of what stands in the scene now. Mount it anew for another model. */
export function StandingShadow({ bounds, fadeMs }: StandingShadowProps) {
  const gl = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const shadow = useRef<GroundShadow>(undefined)

  const begin = useFade(fadeMs, (amount) => shadow.current?.fade(amount))

  useEffect(() => {
    const abort = new AbortController()
    const bake = async () => {
      // The first frame is still being drawn; baking would block until it is.
      await whenGpuIdle(gl, abort.signal)
      if (abort.signal.aborted) return
      shadow.current = bakeGroundShadow(gl, scene, bounds)
      scene.add(shadow.current.mesh)
      begin()
    }
    void bake()
    return () => {
      abort.abort()
      if (!shadow.current) return
      scene.remove(shadow.current.mesh)
      shadow.current.dispose()
      shadow.current = undefined
    }
  }, [gl, scene, bounds, begin])

  return null
}
