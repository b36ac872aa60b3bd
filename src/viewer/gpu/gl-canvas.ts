import { createSpare } from './spare.ts'

/** A canvas with a WebGL 2 context, or null if the browser refuses a context. */
export type GlCanvas = { canvas: HTMLCanvasElement; context: WebGL2RenderingContext | null }

/** WebGL extensions that three.js requests, each in a round trip to the GPU process. */
const extensions = [
  'EXT_color_buffer_float',
  'WEBGL_clip_cull_distance',
  'OES_texture_float_linear',
  'EXT_color_buffer_half_float',
  'WEBGL_multisampled_render_to_texture',
  'WEBGL_render_shared_exponent',
]

let answer: boolean | undefined
/** Releases unused contexts, because browsers limit the number of contexts. */
const spare = createSpare(lose)
let wasTaken = false

/**
 * Returns whether the processor draws, because there is no usable graphics chip. The viewer reuses
 * the context of this test.
 */
export function isDrawnInSoftware(): boolean {
  if (answer !== undefined) return answer
  const made = open(false)
  answer = made.context !== null && namesProcessor(made.context)
  if (answer) keep(made)
  else lose(made)
  return answer
}

/** Creates the canvas of the first viewer while the drawing code loads. */
export function warmCanvas(): void {
  if (wasTaken || spare.isThere()) return
  if (!isDrawnInSoftware()) keep(open(true))
}

export function takeCanvas(): GlCanvas {
  const isSoftware = isDrawnInSoftware()
  const kept = spare.take()
  wasTaken = true
  // Antialiasing is cheap on a GPU but doubles the work of a software renderer.
  return kept?.context?.isContextLost() === false ? kept : open(!isSoftware)
}

function open(antialias: boolean): GlCanvas {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('webgl2', {
    alpha: true,
    stencil: true,
    powerPreference: 'high-performance',
    antialias,
  })
  return { canvas, context }
}

function namesProcessor(gl: WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  const renderer = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  return /swiftshader|llvmpipe|softpipe|basic render|software/i.test(renderer)
}

function keep(made: GlCanvas): void {
  spare.keep(made)
  for (const name of extensions) made.context?.getExtension(name)
}

function lose({ context }: GlCanvas): void {
  context?.getExtension('WEBGL_lose_context')?.loseContext()
}
