import { type Camera, Raycaster, type Scene, Vector3 } from 'three'
import { splatsLayer } from './stage-passes.ts'

/**
 * The nearest point of the model under a place of the canvas, if there is one.
 *
 * Asks every triangle, which takes some 50 ms for a million and a half: for clicks, not for
 * movements.
 *
 * @param clientX as pointer events have it, as `clientY`.
 */
export function pointUnder(
  canvas: HTMLCanvasElement,
  scene: Scene,
  camera: Camera,
  clientX: number,
  clientY: number,
): Vector3 | undefined {
  const raycaster = new Raycaster()
  raycaster.layers.enable(splatsLayer)
  aimRay(raycaster, canvas, camera, clientX, clientY)
  return raycaster.intersectObject(scene, true)[0]?.point
}

/** Lets a ray begin on the near plane, which is right with and without perspective. */
export function aimRay(
  raycaster: Raycaster,
  canvas: HTMLCanvasElement,
  camera: Camera,
  clientX: number,
  clientY: number,
): void {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const x = ((clientX - left) / width) * 2 - 1
  const y = 1 - ((clientY - top) / height) * 2
  camera.updateMatrixWorld()
  const from = new Vector3(x, y, -1).unproject(camera)
  const towards = new Vector3(x, y, 1).unproject(camera).sub(from).normalize()
  raycaster.set(from, towards)
  raycaster.camera = camera
}
