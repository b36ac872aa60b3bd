import { GizmoHelper } from '@react-three/drei/core/GizmoHelper.js'
import { GizmoViewport } from '@react-three/drei/core/GizmoViewport.js'
import { extend, useFrame, useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import {
  BoxGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  Sprite,
  SpriteMaterial,
} from 'three'
import type { CameraRig } from '../camera/camera-rig.ts'
import { axisHeadAt } from './axis-heads.ts'

extend({ BoxGeometry, Group, Mesh, MeshBasicMaterial, OrthographicCamera, Sprite, SpriteMaterial })

const axisPx = 30
/**
 * Distance of the gizmo's centre from the right and top edges of the canvas, away from toolbars.
 */
const marginPx = { right: 52, top: 108 }
/**
 * Radius in which a click hits an axis end, in axis lengths. Larger than the visible end, for touch
 * screens.
 */
const headRadius = 0.42
const priority = 2

const colors: [string, string, string] = ['#e5484d', '#46a758', '#3e8ee8']

/** Draws the coordinate axes in a corner. A click on an axis end moves the camera to that side. */
export function OrientationGizmo({ rig }: { rig: CameraRig }) {
  const invalidate = useThree((state) => state.invalidate)
  useHeadClicks(rig)

  useLayoutEffect(() => {
    invalidate()
    return () => invalidate()
  }, [invalidate])

  return (
    <>
      <CurrentCamera />
      <GizmoHelper
        alignment="top-right"
        margin={[marginPx.right, marginPx.top]}
        renderPriority={priority}
      >
        {/* The gizmo's own click handling needs react-three-fiber's event system, so it is disabled. */}
        <GizmoViewport disabled scale={axisPx} axisColors={colors} labelColor="#fff" />
      </GizmoHelper>
    </>
  )
}

/** Updates the gizmo, which would otherwise use the camera's matrix of the previous frame. */
function CurrentCamera() {
  useFrame(({ camera }) => camera.updateMatrix())
  return null
}

function useHeadClicks(rig: CameraRig): void {
  const gl = useThree((state) => state.gl)
  const camera = useThree((state) => state.camera)
  const press = useEffectEvent((event: PointerEvent) => {
    const { right, top } = gl.domElement.getBoundingClientRect()
    const x = (event.clientX - (right - marginPx.right)) / axisPx
    const y = (top + marginPx.top - event.clientY) / axisPx
    const side = axisHeadAt({ x, y, headRadius, camera: camera.quaternion })
    if (!side) return
    event.stopImmediatePropagation()
    rig.view(side)
  })

  useEffect(() => {
    const pressed = (event: PointerEvent) => press(event)
    gl.domElement.addEventListener('pointerdown', pressed, { capture: true })
    return () => gl.domElement.removeEventListener('pointerdown', pressed, { capture: true })
  }, [gl])
}
