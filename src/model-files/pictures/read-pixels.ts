const sideMax = 8192

/** Options with which a browser decodes a picture without changing its alpha and colours. */
export const decodedExactly = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const

/**
 * Returns the pixels of a bitmap through WebGL. A canvas would multiply colours by alpha and round
 * the result. Undefined without WebGL or for a bitmap above 8192 pixels.
 * @param bitmap decoded with `decodedExactly`.
 */
export function readPixels(
  bitmap: ImageBitmap,
): { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> } | undefined {
  const { width, height } = bitmap
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl || width > sideMax || height > sideMax) return undefined
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap)
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
  return { width, height, data: new Uint8ClampedArray(data.buffer) }
}
