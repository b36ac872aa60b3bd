import type { Camera, Scene, WebGLRenderer } from 'three'
import { t } from '#languages/viewer.ts'
import type { StagePasses } from '../rendering/stage-passes.ts'

type Drawn = { gl: WebGLRenderer; scene: Scene; camera: Camera; passes: StagePasses }

/**
 * Draws the scene once more and returns a PNG with a transparent background. Copies the canvas in
 * the same task, because the browser may clear it afterwards.
 * @throws {Error} if the browser cannot encode the picture.
 */
export function takeSnapshot({ gl, scene, camera, passes }: Drawn): Promise<Blob> {
  passes.draw(gl, scene, camera)
  return new Promise((resolve, reject) => {
    gl.domElement.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error(t('The browser could not encode the image.')))
    }, 'image/png')
  })
}
