let answer: boolean | undefined

/**
 * Whether the processor draws instead of a graphics chip, as in virtual machines and where the
 * driver is blocked. The first question takes a context of its own.
 */
export function isDrawnInSoftware(): boolean {
  answer ??= ask()
  return answer
}

function ask(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) return false
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  const renderer = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  // A page may hold few contexts.
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return /swiftshader|llvmpipe|softpipe|basic render|software/i.test(renderer)
}
