import { useThree } from '@react-three/fiber'
import { PerspectiveCamera } from 'three'

/** Returns the camera of the scene, which is always a `PerspectiveCamera`. */
export function usePerspectiveCamera(): PerspectiveCamera {
  const camera = useThree((state) => state.camera)
  if (!(camera instanceof PerspectiveCamera)) throw new TypeError('The stage has another camera.')
  return camera
}
