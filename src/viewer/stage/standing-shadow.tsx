import { extend, useThree } from '@react-three/fiber'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Mesh, PlaneGeometry, ShaderMaterial, type WebGLRenderTarget } from 'three'
import type { Bounds } from '../loading/bounds.ts'
import { whenGpuIdle } from '../gpu/gpu-idle.ts'
import { bakeGroundShadow, getShadowSize, groundShader } from '../light/ground-shadow.ts'
import { extrasLayer } from '../rendering/stage-passes.ts'
import { useFade } from '../rendering/use-fade.ts'

extend({ Mesh, PlaneGeometry, ShaderMaterial })

type StandingShadowProps = { bounds: Bounds; fadeMs: number }

/** Renders the shadow of the scene's current model. Use a new key for another model. */
export function StandingShadow({ bounds, fadeMs }: StandingShadowProps) {
  const size = getShadowSize(bounds)
  const baked = useBakedShadow(bounds)
  const material = useRef<ShaderMaterial>(null)
  const uniforms = useMemo(
    () => ({ shadow: { value: baked?.texture }, amount: { value: 0 } }),
    [baked],
  )
  const begin = useFade(fadeMs, (amount) => {
    const uniform = material.current?.uniforms['amount']
    if (uniform) uniform.value = amount
  })
  useEffect(() => {
    if (baked) begin()
  }, [baked, begin])

  return (
    baked && (
      <mesh
        // Puts the shadow slightly below the model, because surfaces at the same height flicker.
        position={[0, -bounds.radius / 500, 0]}
        rotation={[-Math.PI / 2, 0, 0]}
        layers={extrasLayer}
      >
        <planeGeometry args={[size, size]} />
        <shaderMaterial
          ref={material}
          {...groundShader}
          uniforms={uniforms}
          transparent
          premultipliedAlpha
          depthWrite={false}
          toneMapped={false}
        />
      </mesh>
    )
  )
}

function useBakedShadow(bounds: Bounds): WebGLRenderTarget | undefined {
  const gl = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const [baked, setBaked] = useState<WebGLRenderTarget>()

  useEffect(() => {
    const abort = new AbortController()
    let made: WebGLRenderTarget | undefined
    const bake = async () => {
      // Waits until the first frame is finished, because drawing the shadow earlier would block the
      // page.
      await whenGpuIdle(gl, abort.signal)
      if (abort.signal.aborted) return
      made = bakeGroundShadow(gl, scene, bounds)
      setBaked(made)
    }
    void bake()
    return () => {
      abort.abort()
      made?.dispose()
    }
  }, [gl, scene, bounds])

  return baked
}
