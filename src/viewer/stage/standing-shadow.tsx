import { useThree } from '@react-three/fiber'
import { useEffect, useRef, useState } from 'react'
import type { Bounds } from '../loading/bounds.ts'
import { whenGpuIdle } from '../gpu/gpu-idle.ts'
import { bakeGroundShadow, type GroundShadow } from '../light/ground-shadow.ts'
import { useFade } from '../rendering/use-fade.ts'

type StandingShadowProps = { bounds: Bounds; fadeMs: number }

/** Renders the shadow of the scene's current model. Use a new key for another model. */
export function StandingShadow({ bounds, fadeMs }: StandingShadowProps) {
  const gl = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const baked = useRef<GroundShadow>(undefined)
  const [shadow, setShadow] = useState<GroundShadow>()

  const begin = useFade(fadeMs, (amount) => baked.current?.fade(amount))

  useEffect(() => {
    const abort = new AbortController()
    const bake = async () => {
      // Waits until the first frame is finished, because drawing the shadow earlier would block the
      // page.
      await whenGpuIdle(gl, abort.signal)
      if (abort.signal.aborted) return
      baked.current = bakeGroundShadow(gl, scene, bounds)
      setShadow(baked.current)
      begin()
    }
    void bake()
    return () => {
      abort.abort()
      baked.current?.dispose()
      baked.current = undefined
    }
  }, [gl, scene, bounds, begin])

  return shadow && <primitive object={shadow.mesh} dispose={null} />
}
