import { type Camera, Raycaster, type Scene, Vector3 } from 'three'
import { splatsLayer } from './stage-passes.ts'

export type Pointer = {
  canvas: HTMLCanvasElement
  camera: Camera
  clientX: number
  clientY: number
}

/**
 * Returns the nearest point of the model under a position of the canvas. Too slow for pointer
 * moves, because a test of 1.5 million triangles takes about 50 ms.
 */
export function pointUnder(pointer: Pointer, scene: Scene): Vector3 | undefined {
  const raycaster = new Raycaster()
  raycaster.layers.enable(splatsLayer)
  aimRay(raycaster, pointer)
  return raycaster.intersectObject(scene, true)[0]?.point
}

/**
 * Starts the ray on the near plane, which is correct for perspective and orthographic projections.
 */
export function aimRay(raycaster: Raycaster, { canvas, camera, clientX, clientY }: Pointer): void {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const x = ((clientX - left) / width) * 2 - 1
  const y = 1 - ((clientY - top) / height) * 2
  camera.updateMatrixWorld()
  const from = new Vector3(x, y, -1).unproject(camera)
  const towards = new Vector3(x, y, 1).unproject(camera).sub(from).normalize()
  raycaster.set(from, towards)
  raycaster.camera = camera
}
