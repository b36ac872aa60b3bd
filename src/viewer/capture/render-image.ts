import type { Camera, Scene, WebGLRenderer } from 'three'
import type { CameraRig } from '../camera/camera-rig.ts'
import type { StagePasses } from '../rendering/stage-passes.ts'

export type ImageOptions = {
  widthPx: number
  heightPx: number
  /** CSS colour behind the model. Undefined for a transparent picture. */
  background?: string | undefined
}

export type ImageStage = {
  gl: WebGLRenderer
  scene: Scene
  camera: Camera
  passes: StagePasses
  rig: CameraRig
}

/**
 * Number of pixels per side that are averaged to one pixel, if the graphics card supports the size.
 */
const supersampling = 2

/**
 * Draws the scene once at another size and returns a PNG, without a visible change of the page.
 * @throws {RangeError} if the graphics card does not support the size.
 */
export async function renderImage(
  { gl, scene, camera, passes, rig }: ImageStage,
  { widthPx, heightPx, background }: ImageOptions,
): Promise<Blob> {
  const sideMax = largestSide(gl)
  if (Math.max(widthPx, heightPx) > sideMax || Math.min(widthPx, heightPx) < 1) {
    throw new RangeError(`This graphics card supports up to ${sideMax} pixels per side.`)
  }
  const factor =
    Math.max(widthPx, heightPx) * supersampling <= Math.min(sideMax, 8192) ? supersampling : 1
  const { width, height } = gl.domElement
  const pixelRatio = gl.getPixelRatio()
  let drawn: ImageBitmap
  try {
    gl.setPixelRatio(1)
    gl.setSize(widthPx * factor, heightPx * factor, false)
    rig.withAspect(widthPx / heightPx, () => passes.draw(gl, scene, camera))
    // Copies the canvas in the task that draws, because the browser may clear the canvas
    // afterwards.
    const whole = new OffscreenCanvas(widthPx, heightPx)
    const context = whole.getContext('2d')
    if (!context) throw new RangeError('The browser ran out of memory for an image this large.')
    if (background !== undefined) {
      context.fillStyle = background
      context.fillRect(0, 0, widthPx, heightPx)
    }
    context.imageSmoothingQuality = 'high'
    context.drawImage(gl.domElement, 0, 0, widthPx, heightPx)
    drawn = whole.transferToImageBitmap()
  } finally {
    gl.setPixelRatio(pixelRatio)
    gl.setSize(width / pixelRatio, height / pixelRatio, false)
    passes.draw(gl, scene, camera)
  }
  const canvas = new OffscreenCanvas(widthPx, heightPx)
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(drawn)
  return canvas.convertToBlob({ type: 'image/png' })
}

function largestSide(gl: WebGLRenderer): number {
  const context = gl.getContext()
  const [width = 4096, height = 4096] = Array.from(
    context.getParameter(context.MAX_VIEWPORT_DIMS),
    Number,
  )
  return Math.min(width, height, Number(context.getParameter(context.MAX_RENDERBUFFER_SIZE)))
}
