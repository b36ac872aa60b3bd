import { extend } from '@react-three/fiber'
import { useMemo } from 'react'
import { Line, LineBasicMaterial, Points, ShaderMaterial, type Vector3 } from 'three'
import { PositionGeometry } from '#viewer/rendering/position-geometry.ts'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'

// react-three-fiber 9.8 cannot update a `<threeLine>` that is registered as `Line`.
extend({ LineBasicMaterial, Points, PositionGeometry, ShaderMaterial, ThreeLine: Line })

type MarksProps = {
  points: readonly Vector3[]
  line: readonly Vector3[]
}

/** Draws measured points and a line through them over the model. */
export function Marks({ points, line }: MarksProps) {
  const dots = useMemo(() => toPositions(points), [points])
  const path = useMemo(() => toPositions(line), [line])
  return (
    <>
      <threeLine {...overModel}>
        <positionGeometry args={[path]} />
        <lineBasicMaterial color="#ff5a36" depthTest={false} toneMapped={false} />
      </threeLine>
      <points {...overModel}>
        <positionGeometry args={[dots]} />
        <shaderMaterial {...dotShader} transparent depthTest={false} toneMapped={false} />
      </points>
    </>
  )
}

const overModel = { layers: extrasLayer, renderOrder: 11, frustumCulled: false }

const toPositions = (points: readonly Vector3[]) =>
  Float32Array.from(points.flatMap((point) => point.toArray()))

const dotShader = {
  vertexShader: `
    void main() {
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      gl_PointSize = 13.0;
    }
  `,
  fragmentShader: `
    void main() {
      float away = length(gl_PointCoord - 0.5) * 2.0;
      float inside = 1.0 - smoothstep(0.88, 1.0, away);
      vec3 drawn = mix(vec3(1.0, 0.35, 0.21), vec3(1.0), smoothstep(0.5, 0.62, away));
      gl_FragColor = vec4(drawn, inside);
    }
  `,
}
