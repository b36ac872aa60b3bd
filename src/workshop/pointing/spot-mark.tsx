import { extend } from '@react-three/fiber'
import { useMemo } from 'react'
import { Points, ShaderMaterial, Vector2, type Vector3 } from 'three'
import { PositionGeometry } from '#viewer/rendering/position-geometry.ts'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'

extend({ Points, PositionGeometry, ShaderMaterial })

/**
 * Size of the ring as a fraction of the picture's height, so that the ring is the same in a picture
 * and on the screen.
 */
const heightFraction = 0.07

export function SpotMark({ at }: { at: Vector3 }) {
  const position = useMemo(() => new Float32Array(at.toArray()), [at])
  return (
    <points
      layers={extrasLayer}
      renderOrder={12}
      frustumCulled={false}
      onBeforeRender={setRingSize}
    >
      <positionGeometry args={[position]} />
      <shaderMaterial args={[ringShader]} />
    </points>
  )
}

const drawnSize = new Vector2()
const sizePx = { value: 40 }

const setRingSize: Points['onBeforeRender'] = (gl) => {
  sizePx.value = gl.getDrawingBufferSize(drawnSize).y * heightFraction
}

const ringShader = {
  uniforms: { sizePx },
  transparent: true,
  depthTest: false,
  toneMapped: false,
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
}
