import { type Camera, Raycaster, type Scene, Vector3 } from 'three'
import { splatsLayer } from './stage-passes.ts'

/** A place of the canvas, as pointer events have it, and what looks through it. */
export type Pointer = {
  canvas: HTMLCanvasElement
  camera: Camera
  clientX: number
  clientY: number
}

/**
 * The nearest point of the model under a place of the canvas, if there is one.
 *
 * Asks every triangle, which takes some 50 ms for a million and a half: for clicks, not for
 * movements.
 */
export function pointUnder(pointer: Pointer, scene: Scene): Vector3 | undefined {
  const raycaster = new Raycaster()
  raycaster.layers.enable(splatsLayer)
  aimRay(raycaster, pointer)
  return raycaster.intersectObject(scene, true)[0]?.point
}

/** Lets a ray begin on the near plane, which is right with and without perspective. */
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
