import { useThree } from '@react-three/fiber'
import { PerspectiveCamera } from 'three'

export function usePerspectiveCamera(): PerspectiveCamera {
  const camera = useThree((state) => state.camera)
  if (!(camera instanceof PerspectiveCamera)) throw new TypeError('The stage has another camera.')
  return camera
}
