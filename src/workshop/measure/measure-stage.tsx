import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useMemo } from 'react'
import {
  BufferGeometry,
  Line,
  LineBasicMaterial,
  Mesh,
  Points,
  Raycaster,
  ShaderMaterial,
  Triangle,
  type Vector3,
} from 'three'
import { aimRay, type Pointer } from '#viewer/rendering/point-under.ts'
import { useStage } from '#viewer/stage/stage-context.ts'
import { indexForPicking, pickNearest } from '../pick/pick.ts'
import { extrasLayer, splatsLayer } from '#viewer/rendering/stage-passes.ts'
import { nearestCorner } from './measures.ts'

type MeasureStageProps = {
  points: readonly Vector3[]
  snaps: boolean
  /** A place of the model was clicked. */
  onPicked: (point: Vector3) => void
}

/** A drag turns the model; only a press that stays where it is picks a point. */
const dragPx = 4
/** How near a corner must be to be meant. */
const snapPx = 14

/** Lets points of the model be clicked, and draws them with the lines between them. */
export function MeasureStage({ points, snaps, onPicked }: MeasureStageProps) {
  const { model } = useStage()
  const gl = useThree((state) => state.gl)
  const camera = useThree((state) => state.camera)
  const pick = useEffectEvent((x: number, y: number) => {
    const pointer = { canvas: gl.domElement, camera, clientX: x, clientY: y }
    const point = pointAt(pointer, model.scene, snaps)
    if (point) onPicked(point)
  })

  useEffect(() => {
    const abort = new AbortController()
    indexForPicking(model.scene, abort.signal).catch((error: unknown) => {
      // Without it picking is slower, and all the same right.
      if (!abort.signal.aborted) console.warn(error)
    })
    return () => abort.abort()
  }, [model])

  useEffect(() => {
    const canvas = gl.domElement
    const listening = new AbortController()
    const { signal } = listening
    let from: { x: number; y: number } | undefined
    canvas.addEventListener(
      'pointerdown',
      ({ clientX, clientY, isPrimary, button }) => {
        from = isPrimary && button === 0 ? { x: clientX, y: clientY } : undefined
      },
      { signal },
    )
    canvas.addEventListener(
      'pointerup',
      ({ clientX, clientY }) => {
        if (from && Math.hypot(clientX - from.x, clientY - from.y) < dragPx) pick(clientX, clientY)
        from = undefined
      },
      { signal },
    )
    return () => listening.abort()
  }, [gl])

  const marks = useMemo(() => makeMarks(points), [points])
  useEffect(
    () => () => {
      marks.geometry.dispose()
      marks.line.material.dispose()
      marks.dots.material.dispose()
    },
    [marks],
  )

  return (
    <>
      <primitive object={marks.line} dispose={null} />
      <primitive object={marks.dots} dispose={null} />
    </>
  )
}

/** Dots with lines between them, drawn over the model. */
function makeMarks(points: readonly Vector3[]) {
  const geometry = new BufferGeometry().setFromPoints([...points])
  const dots = new Points(geometry, makeDots())
  const line = new Line(
    geometry,
    new LineBasicMaterial({ color: '#ff5a36', depthTest: false, toneMapped: false }),
  )
  for (const drawn of [line, dots]) {
    drawn.layers.set(extrasLayer)
    drawn.renderOrder = 11
    // Points that change have no bounds to be left out by.
    drawn.frustumCulled = false
  }
  return { geometry, line, dots }
}

function pointAt(
  pointer: Pointer,
  root: Parameters<Raycaster['intersectObject']>[0],
  snaps: boolean,
): Vector3 | undefined {
  const raycaster = new Raycaster()
  aimRay(raycaster, pointer)
  raycaster.layers.enable(splatsLayer)
  const hit = pickNearest(root, raycaster)
  if (!hit) return
  if (!snaps || !hit.face || !(hit.object instanceof Mesh)) return hit.point
  const { a, b, c } = hit.face
  const mesh = hit.object
  const triangle = new Triangle()
  ;(
    [
      ['a', a],
      ['b', b],
      ['c', c],
    ] as const
  ).forEach(([corner, index]) => {
    mesh.getVertexPosition(index, triangle[corner]).applyMatrix4(mesh.matrixWorld)
  })
  // How large a pixel is at that depth.
  const centre = hit.point.clone().project(pointer.camera)
  const beside = centre.clone()
  beside.x += (2 * snapPx) / pointer.canvas.clientWidth
  const reach = beside.unproject(pointer.camera).distanceTo(hit.point)
  return nearestCorner(triangle, hit.point, reach) ?? hit.point
}

/** Round dots of one size on the screen. */
const makeDots = () =>
  new ShaderMaterial({
    transparent: true,
    depthTest: false,
    toneMapped: false,
    vertexShader: /* glsl */ `
      void main() {
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        gl_PointSize = 13.0;
      }
    `,
    fragmentShader: /* glsl */ `
      void main() {
        float away = length(gl_PointCoord - 0.5) * 2.0;
        float inside = 1.0 - smoothstep(0.88, 1.0, away);
        vec3 drawn = mix(vec3(1.0, 0.35, 0.21), vec3(1.0), smoothstep(0.5, 0.62, away));
        gl_FragColor = vec4(drawn, inside);
      }
    `,
  })
