import { useEffect, useMemo } from 'react'
import {
  BufferGeometry,
  Line,
  LineBasicMaterial,
  Points,
  ShaderMaterial,
  type Vector3,
} from 'three'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'

type MarksProps = {
  points: readonly Vector3[]
  line: readonly Vector3[]
}

export function Marks({ points, line }: MarksProps) {
  const dots = useMemo(
    () => overModel(new Points(new BufferGeometry().setFromPoints([...points]), makeDots())),
    [points],
  )
  const path = useMemo(
    () =>
      overModel(
        new Line(
          new BufferGeometry().setFromPoints([...line]),
          new LineBasicMaterial({ color: '#ff5a36', depthTest: false, toneMapped: false }),
        ),
      ),
    [line],
  )
  useDisposed(dots)
  useDisposed(path)
  return (
    <>
      <primitive object={path} dispose={null} />
      <primitive object={dots} dispose={null} />
    </>
  )
}

function overModel<Drawn extends Line | Points>(drawn: Drawn): Drawn {
  drawn.layers.set(extrasLayer)
  drawn.renderOrder = 11
  // Disables culling by bounds, because three.js keeps the old bounds when the points change.
  drawn.frustumCulled = false
  return drawn
}

function useDisposed({
  geometry,
  material,
}: Points<BufferGeometry, ShaderMaterial> | Line<BufferGeometry, LineBasicMaterial>): void {
  useEffect(
    () => () => {
      geometry.dispose()
      material.dispose()
    },
    [geometry, material],
  )
}

const makeDots = () =>
  new ShaderMaterial({
    transparent: true,
    depthTest: false,
    toneMapped: false,
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
  })
