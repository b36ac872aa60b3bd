import { Camera, type Object3D, PerspectiveCamera, Vector3 } from 'three'
import type { FileCamera } from '#model-files/inspect/loaded-model.ts'
import { t } from '#languages/viewer.ts'
import type { Bounds } from './bounds.ts'

const camerasMax = 40
const nameLengthMax = 60

/**
 * Lists the cameras of a scene in the viewer's coordinates. The scene's matrices must be updated.
 */
export function listCameras(scene: Object3D, { box, centre }: Bounds): FileCamera[] {
  const found: Camera[] = []
  scene.traverse((object) => {
    if (object instanceof Camera && found.length < camerasMax) found.push(object)
  })
  return found.flatMap((camera, index) => {
    const { x, y, z } = camera.getWorldPosition(new Vector3())
    const ahead = camera.getWorldDirection(new Vector3())
    const numbers = [x, y, z, ahead.x, ahead.y, ahead.z]
    if (!numbers.every(Number.isFinite) || ahead.lengthSq() < 0.5) return []
    return {
      name: getName(camera) || t('Camera {index}', { index: index + 1 }),
      position: [x - centre.x, y - box.min.y, z - centre.z] as const,
      direction: [ahead.x, ahead.y, ahead.z] as const,
      fovDegrees: camera instanceof PerspectiveCamera ? camera.fov : undefined,
    }
  })
}

/** GLTFLoader removes spaces and dots from `name`, but keeps the original in `userData`. */
function getName(camera: Camera): string {
  const own: unknown = camera.userData['name']
  const name = typeof own === 'string' ? own : camera.name || camera.parent?.name
  return (name ?? '').slice(0, nameLengthMax)
}
