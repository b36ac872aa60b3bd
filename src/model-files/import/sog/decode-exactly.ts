import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { DecodeExactly } from './read-sog.ts'

const sideMax = 8192

/**
 * Decodes a picture through WebGL in a worker. A canvas would multiply colours by alpha and round
 * the result.
 */
export const decodeExactly: DecodeExactly = async (webp) => {
  const bitmap = await createImageBitmap(new Blob([webp], { type: 'image/webp' }), {
    premultiplyAlpha: 'none',
    colorSpaceConversion: 'none',
  })
  const { width, height } = bitmap
  if (width > sideMax || height > sideMax) {
    throw new UnworkableModelError('This SOG is too large: one of its pictures is too wide.')
  }
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) throw new UnworkableModelError('This browser cannot read SOG files: it has no WebGL.')
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap)
  bitmap.close()
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer())
  gl.framebufferTexture2D(
    gl.FRAMEBUFFER,
    gl.COLOR_ATTACHMENT0,
    gl.TEXTURE_2D,
    gl.getParameter(gl.TEXTURE_BINDING_2D) as WebGLTexture,
    0,
  )
  const data = new Uint8Array(width * height * 4)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data)
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return { width, height, data }
}
