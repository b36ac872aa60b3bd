import type { Camera, Scene, WebGLRenderer } from 'three'
import type { StagePasses } from '../rendering/stage-passes.ts'

type Drawn = { gl: WebGLRenderer; scene: Scene; camera: Camera; passes: StagePasses }

/**
 * Draws the scene once more and takes it as a PNG, transparent where nothing stands.
 *
 * Drawing and taking happen in one task, since a canvas may be cleared after it.
 *
 * @throws {Error} if the browser cannot encode the picture.
 */
export function takeSnapshot({ gl, scene, camera, passes }: Drawn): Promise<Blob> {
  passes.draw(gl, scene, camera)
  return new Promise((resolve, reject) => {
    gl.domElement.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('The browser could not encode the image.'))
    }, 'image/png')
  })
}
