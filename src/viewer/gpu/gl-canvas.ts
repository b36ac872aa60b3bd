import { createSpare } from './spare.ts'

/** A canvas to draw on in 3D; without a context where the browser gives none. */
export type GlCanvas = { canvas: HTMLCanvasElement; context: WebGL2RenderingContext | null }

/** What three.js asks every context for. Each is a question to the graphics card's process. */
const extensions = [
  'EXT_color_buffer_float',
  'WEBGL_clip_cull_distance',
  'OES_texture_float_linear',
  'EXT_color_buffer_half_float',
  'WEBGL_multisampled_render_to_texture',
  'WEBGL_render_shared_exponent',
]

let answer: boolean | undefined
/** A page may hold few contexts, so that one that nobody takes must go. */
const spare = createSpare(lose)
let wasTaken = false

/**
 * Whether the processor draws instead of a graphics chip, as in virtual machines and where the
 * driver is blocked. Only a context can tell. There it takes a tenth of a second to be made, and so
 * the stage then draws with the one that was asked.
 */
export function isDrawnInSoftware(): boolean {
  if (answer !== undefined) return answer
  const made = open(false)
  answer = made.context !== null && namesProcessor(made.context)
  if (answer) keep(made)
  else lose(made)
  return answer
}

/**
 * Makes the canvas of the first stage before the code that draws on it has arrived; the graphics
 * card needs that time in any case. Later stages come too quickly for that to be of use.
 */
export function warmCanvas(): void {
  if (wasTaken || spare.isThere()) return
  if (!isDrawnInSoftware()) keep(open(true))
}

/** A canvas that is the caller's alone. */
export function takeCanvas(): GlCanvas {
  const isSoftware = isDrawnInSoftware()
  const kept = spare.take()
  wasTaken = true
  // Smooth edges cost little on a GPU, but double the work where the processor draws.
  return kept?.context?.isContextLost() === false ? kept : open(!isSoftware)
}

function open(antialias: boolean): GlCanvas {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('webgl2', {
    alpha: true,
    // What a cut through a model is closed with.
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
