import { identity, multiply, type Matrix } from '#lib/geometry/matrix.ts'
import { previewRatio, pixelRatioFor } from '../camera/fit.ts'
import { isDrawnInSoftware } from '../gpu/gl-canvas.ts'
import { paintPaperBall } from '../plain/light-formula.ts'
import { matcapShaders } from './matcap-shaders.ts'
import { normalMatrix } from '../plain/matrix.ts'
import { openingCamera } from './opening-camera.ts'
import type { PlainModel } from './plain-model.ts'
import type { ShapePicture, PlainShape } from '../plain/read-shapes.ts'
import { drawShape, linkProgram, type Uploaded, uploadShapes } from '../plain/webgl.ts'

const lightSide = 32

type CanvasSize = { width: number; height: number }

export type PreviewView = CanvasSize & {
  insetPx: number
  exposureEv: number
}

/**
 * Draws a model's first picture, while three.js (more than half of the viewer's code) is still
 * loading.
 */
export class PreviewRenderer {
  readonly #canvas: HTMLCanvasElement
  readonly #gl: WebGL2RenderingContext
  readonly #program: WebGLProgram
  readonly #light: WebGLTexture
  #drawn: Drawn | undefined
  #sharpening: ReturnType<typeof setTimeout> | undefined

  /**
   * Prepares WebGL while the model is still loading.
   * @throws {Error} if the driver rejects the program.
   */
  constructor(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext, size: CanvasSize) {
    this.#canvas = canvas
    this.#gl = gl
    this.#program = linkProgram(gl, matcapShaders)
    this.#light = gl.createTexture()
    this.#resize(ratiosFor(size)[0], size)
    this.#rehearse(size)
  }

  get model(): PlainModel | undefined {
    return this.#drawn?.model
  }

  /** Draws the model. In software rendering, a picture with few pixels comes first. */
  draw(model: PlainModel, view: PreviewView): void {
    const [first, ratio] = ratiosFor(view)
    // Resizes first, because a resize waits for pending GPU work.
    this.#resize(first, view)
    if (this.#drawn?.model !== model) {
      this.#drawn?.free()
      this.#drawn = upload(this.#gl, this.#program, model)
      this.#paintLight(openingCamera(model.bounds, view).view)
    }
    this.#drawAt(first, this.#drawn, view)
    clearTimeout(this.#sharpening)
    if (first === ratio) return
    const drawn = this.#drawn
    // A timer lets the browser show the first picture before the second picture is drawn.
    this.#sharpening = setTimeout(() => this.#drawAt(ratio, drawn, view))
  }

  clear(): void {
    this.#takeAway()
    this.#gl.clearColor(0, 0, 0, 0)
    this.#gl.clear(this.#gl.COLOR_BUFFER_BIT | this.#gl.DEPTH_BUFFER_BIT)
  }

  /** Frees the renderer's GPU resources. The picture stays until the next drawing. */
  end(): void {
    this.#takeAway()
    this.#gl.deleteTexture(this.#light)
    this.#gl.deleteProgram(this.#program)
  }

  #takeAway(): void {
    clearTimeout(this.#sharpening)
    this.#drawn?.free()
    this.#drawn = undefined
  }

  #drawAt(ratio: number, { model, things }: Drawn, view: PreviewView): void {
    const gl = this.#gl
    if (gl.isContextLost()) return
    const canvas = this.#canvas
    this.#resize(ratio, view)
    gl.viewport(0, 0, canvas.width, canvas.height)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
    gl.enable(gl.DEPTH_TEST)
    gl.useProgram(this.#program)
    gl.vertexAttrib4f(gl.getAttribLocation(this.#program, 'colour'), 1, 1, 1, 1)
    gl.activeTexture(gl.TEXTURE1)
    gl.bindTexture(gl.TEXTURE_2D, this.#light)
    gl.activeTexture(gl.TEXTURE0)
    const camera = openingCamera(model.bounds, view)
    gl.uniformMatrix4fv(this.#at('projection'), false, [...camera.projection])
    gl.uniform1f(this.#at('exposure'), 2 ** view.exposureEv)
    gl.uniform1i(this.#at('light'), 1)
    for (const { shape, texture, uploaded } of things) {
      this.#setShape(shape, camera.view)
      gl.uniform1i(this.#at('hasPicture'), texture ? 1 : 0)
      gl.bindTexture(gl.TEXTURE_2D, texture)
      drawShape(gl, uploaded)
    }
    this.#leaveAsFound()
  }

  /**
   * Sets exactly the size that three.js would choose, so that three.js does not resize the canvas.
   */
  #resize(ratio: number, { width, height }: CanvasSize): void {
    const canvas = this.#canvas
    const widthPx = Math.floor(width * ratio)
    const heightPx = Math.floor(height * ratio)
    // Assigning the same size would still clear the canvas.
    if (canvas.width === widthPx && canvas.height === heightPx) return
    Object.assign(canvas, { width: widthPx, height: heightPx })
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
  }

  #paintLight(view: Matrix): void {
    const gl = this.#gl
    const [r0 = 0, u0 = 0, b0 = 0, , r1 = 0, u1 = 0, b1 = 0, , r2 = 0, u2 = 0, b2 = 0] = view
    const axes = { right: [r0, r1, r2], up: [u0, u1, u2], back: [b0, b1, b2] } as const
    const ball = paintPaperBall(lightSide, axes)
    gl.bindTexture(gl.TEXTURE_2D, this.#light)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, lightSide, lightSide, 0, gl.RGBA, gl.FLOAT, ball)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
    gl.bindTexture(gl.TEXTURE_2D, null)
  }

  #setShape(shape: PlainShape, view: Matrix): void {
    const gl = this.#gl
    const modelView = multiply(view, shape.matrix)
    gl.uniformMatrix4fv(this.#at('modelView'), false, [...modelView])
    gl.uniformMatrix3fv(this.#at('normalMatrix'), false, normalMatrix(modelView))
    gl.uniform4fv(this.#at('factor'), [...shape.colour])
    gl.uniform1f(this.#at('cutoff'), shape.alphaCutoff)
    gl.uniform1i(this.#at('hasNormals'), shape.normals ? 1 : 0)
    gl.uniform1i(this.#at('isTwoSided'), shape.isTwoSided ? 1 : 0)
    gl.uniform1i(this.#at('isUnlit'), shape.isUnlit ? 1 : 0)
    if (shape.picture) {
      gl.uniformMatrix3fv(this.#at('uvMatrix'), false, [...shape.picture.uvMatrix])
    }
  }

  #leaveAsFound(): void {
    const gl = this.#gl
    gl.vertexAttrib4f(gl.getAttribLocation(this.#program, 'colour'), 0, 0, 0, 1)
    gl.bindVertexArray(null)
    gl.bindBuffer(gl.ARRAY_BUFFER, null)
    gl.bindTexture(gl.TEXTURE_2D, null)
    gl.activeTexture(gl.TEXTURE1)
    gl.bindTexture(gl.TEXTURE_2D, null)
    gl.activeTexture(gl.TEXTURE0)
    gl.useProgram(null)
    gl.disable(gl.CULL_FACE)
    gl.disable(gl.DEPTH_TEST)
    gl.frontFace(gl.CCW)
  }

  /**
   * Draws an invisible triangle, so that the driver compiles the program before the first model.
   */
  #rehearse(size: CanvasSize): void {
    const gl = this.#gl
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, texture)
    const white = new Uint8Array([255, 255, 255, 255])
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, white)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
    const { things, free } = upload(gl, this.#program, dot)
    const pictured = things.map((thing) => ({ ...thing, texture }))
    this.#paintLight(openingCamera(dot.bounds, { ...size, insetPx: 0 }).view)
    const view = { ...size, insetPx: 0, exposureEv: 0 }
    this.#drawAt(ratiosFor(size)[0], { model: dot, things: pictured, free }, view)
    free()
    gl.deleteTexture(texture)
    this.clear()
  }

  #at(name: string): WebGLUniformLocation | null {
    return this.#gl.getUniformLocation(this.#program, name)
  }
}

const numbers = (size: number, ...values: number[]) => ({
  data: new Float32Array(values),
  size,
  isNormalized: false,
})

const dot: PlainModel = {
  shapes: [
    {
      matrix: identity,
      positions: numbers(3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3, 0),
      normals: numbers(3, 0, 0, 1, 0, 0, 1, 0, 0, 1),
      uvs: numbers(2, 0, 0, 0, 0, 0, 0),
      colours: undefined,
      indices: { data: new Uint32Array([0, 1, 2]), size: 1, isNormalized: false },
      colour: [1, 1, 1, 1],
      metalness: 0,
      roughness: 1,
      picture: undefined,
      isTwoSided: false,
      isUnlit: false,
      alphaCutoff: 0,
    },
  ],
  bounds: {
    box: { min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 } },
    centre: { x: 0, y: 0, z: 0 },
    radius: 1,
  },
  pictures: new Map(),
}

function ratiosFor({ width, height }: CanvasSize): [first: number, then: number] {
  const ratio = pixelRatioFor(width, height, window.devicePixelRatio)
  return [isDrawnInSoftware() ? Math.min(ratio, previewRatio) : ratio, ratio]
}

type Drawn = {
  model: PlainModel
  things: { shape: PlainShape; texture: WebGLTexture | null; uploaded: Uploaded }[]
  free: () => void
}

function upload(gl: WebGL2RenderingContext, program: WebGLProgram, model: PlainModel): Drawn {
  const { shapes, pictures } = model
  const { uploaded, free } = uploadShapes(gl, program, shapes)
  const textures = new Map<string, WebGLTexture>()
  const getTexture = (picture: ShapePicture): WebGLTexture | null => {
    const found = pictures.get(picture.image)
    if (!found) return null
    const key = JSON.stringify([picture.image, picture.sampler])
    const texture = textures.get(key) ?? uploadPicture(gl, found, picture.sampler)
    textures.set(key, texture)
    return texture
  }
  const things = uploaded.map((one) => ({
    shape: one.shape,
    texture: one.shape.picture ? getTexture(one.shape.picture) : null,
    uploaded: one,
  }))
  return {
    model,
    things,
    free: () => {
      free()
      for (const texture of textures.values()) gl.deleteTexture(texture)
    },
  }
}

function uploadPicture(
  gl: WebGL2RenderingContext,
  { bitmap, isCopy }: { bitmap: ImageBitmap; isCopy: boolean },
  { wrapS = gl.REPEAT, wrapT = gl.REPEAT, magFilter, minFilter }: ShapePicture['sampler'],
): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap)
  const min = isCopy ? gl.LINEAR : (minFilter ?? gl.LINEAR_MIPMAP_LINEAR)
  if (min !== gl.LINEAR && min !== gl.NEAREST) gl.generateMipmap(gl.TEXTURE_2D)
  for (const [name, value] of [
    [gl.TEXTURE_WRAP_S, wrapS],
    [gl.TEXTURE_WRAP_T, wrapT],
    [gl.TEXTURE_MAG_FILTER, magFilter ?? gl.LINEAR],
    [gl.TEXTURE_MIN_FILTER, min],
  ] as const) {
    gl.texParameteri(gl.TEXTURE_2D, name, value)
  }
  return texture
}
