import type { Camera, Object3D, Scene, WebGLRenderer } from 'three'
import { whenGpuIdle } from './gpu-idle.ts'
import { collectResources } from './resources.ts'

/**
 * Brings what `model` draws with to the GPU before it is on stage, a piece at a time, so
 * that neither the page nor the model before it freezes.
 *
 * @param scene the stage with its lights, for which the programs are made.
 */
export async function prepareModel(
  gl: WebGLRenderer,
  scene: Scene,
  camera: Camera,
  model: Object3D,
): Promise<void> {
  // A lost context comes back with nothing of this; the first frame then does it all.
  if (gl.getContext().isContextLost()) return
  gl.compile(model, camera, scene)
  for (const texture of collectResources(model).textures) {
    gl.initTexture(texture)
    await whenGpuIdle(gl)
  }
  await whenGpuIdle(gl)
}
