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
/** Distance of the gizmo's centre from the right and top edges of the canvas, clear of toolbars. */
const marginPx = { right: 52, top: 108 }
/**
 * Radius within which a click hits an axis end, in axis lengths. Larger than the drawn end, for
 * touch.
 */
const headRadius = 0.42
/** Draws the gizmo after the stage. */
const priority = 2

const colors: [string, string, string] = ['#e5484d', '#46a758', '#3e8ee8']

/** Draws the axes in a corner. A click on the end of an axis moves the camera to that side. */
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
        {/* Disabled, because its own clicks would need react-three-fiber's raycasting event system. */}
        <GizmoViewport disabled scale={axisPx} axisColors={colors} labelColor="#fff" />
      </GizmoHelper>
    </>
  )
}

/** Updates the camera's matrix. Otherwise it would be the matrix of the previous frame. */
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
    // Prevents the press from starting to orbit.
    event.stopImmediatePropagation()
    rig.view(side)
  })

  useEffect(() => {
    const pressed = (event: PointerEvent) => press(event)
    gl.domElement.addEventListener('pointerdown', pressed, { capture: true })
    return () => gl.domElement.removeEventListener('pointerdown', pressed, { capture: true })
  }, [gl])
}
