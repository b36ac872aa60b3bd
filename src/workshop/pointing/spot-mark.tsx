import { useThree } from '@react-three/fiber'
import { useEffect, useMemo } from 'react'
import { BufferGeometry, Points, ShaderMaterial, Vector2, type Vector3 } from 'three'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'

/**
 * Size of the ring as a fraction of the picture's height, so that the ring is the same in a picture
 * and on the screen.
 */
const heightFraction = 0.07

export function SpotMark({ at }: { at: Vector3 }) {
  const invalidate = useThree((state) => state.invalidate)
  const ring = useMemo(() => makeRing(at), [at])
  useEffect(() => {
    invalidate()
    return () => {
      ring.geometry.dispose()
      ring.material.dispose()
      invalidate()
    }
  }, [ring, invalidate])
  return <primitive object={ring} dispose={null} />
}

function makeRing(at: Vector3): Points<BufferGeometry, ShaderMaterial> {
  const material = new ShaderMaterial({
    transparent: true,
    depthTest: false,
    toneMapped: false,
    uniforms: { sizePx: { value: 40 } },
    vertexShader: `
      uniform float sizePx;
      void main() {
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        gl_PointSize = sizePx;
      }
    `,
    fragmentShader: `
      void main() {
        float away = length(gl_PointCoord - 0.5) * 2.0;
        float ring = smoothstep(0.66, 0.72, away) * (1.0 - smoothstep(0.88, 0.94, away));
        float rim = smoothstep(0.56, 0.62, away) * (1.0 - smoothstep(0.94, 1.0, away));
        float dot = 1.0 - smoothstep(0.12, 0.18, away);
        float inner = max(ring, dot);
        gl_FragColor = vec4(mix(vec3(1.0), vec3(1.0, 0.2, 0.1), inner), max(rim, dot));
      }
    `,
  })
  const ring = new Points(new BufferGeometry().setFromPoints([at]), material)
  ring.layers.set(extrasLayer)
  ring.renderOrder = 12
  ring.frustumCulled = false
  const size = new Vector2()
  ring.onBeforeRender = (gl) => {
    const { uniforms } = material
    if (uniforms['sizePx'])
      uniforms['sizePx'].value = gl.getDrawingBufferSize(size).y * heightFraction
  }
  return ring
}
