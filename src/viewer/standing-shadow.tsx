import { useThree } from '@react-three/fiber'
import { useEffect, useRef } from 'react'
import type { Bounds } from './bounds.ts'
import { bakeGroundShadow, type GroundShadow } from './ground-shadow.ts'
import { useFade } from './use-fade.ts'

const DARKNESS = 0.5

type StandingShadowProps = { bounds: Bounds; fadeMs: number }

/** The shadow of what stands in the scene now. Mount it anew for another model. */
export function StandingShadow({ bounds, fadeMs }: StandingShadowProps) {
  const gl = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const shadow = useRef<GroundShadow>(undefined)

  const begin = useFade(fadeMs, (amount) => {
    if (shadow.current) shadow.current.mesh.material.opacity = amount * DARKNESS
  })

  useEffect(() => {
    const baked = bakeGroundShadow(gl, scene, bounds)
    shadow.current = baked
    scene.add(baked.mesh)
    begin()
    return () => {
      shadow.current = undefined
      scene.remove(baked.mesh)
      baked.dispose()
    }
  }, [gl, scene, bounds, begin])

  return null
}
