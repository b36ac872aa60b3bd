import type { WebGLRenderer } from 'three'

const pollMs = 8
/** Maximum wait in milliseconds, because a driver may never respond. */
const waitMaxMs = 5_000

/**
 * Waits until the GPU has finished all pending work, without blocking the page. Also resolves after
 * five seconds, after a lost context, and when `signal` fires.
 */
export async function whenGpuIdle(gl: WebGLRenderer, signal?: AbortSignal): Promise<void> {
  const context = gl.getContext()
  if (!(context instanceof WebGL2RenderingContext)) return
  const fence = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0)
  if (!fence) return
  const isBusy = () =>
    context.clientWaitSync(fence, context.SYNC_FLUSH_COMMANDS_BIT, 0) === context.TIMEOUT_EXPIRED ||
    gl.info.programs?.some((program) => !isLinked(program)) === true
  const untilMs = performance.now() + waitMaxMs
  const isOver = () =>
    signal?.aborted === true || performance.now() > untilMs || context.isContextLost()
  do {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  } while (!isOver() && isBusy())
  context.deleteSync(fence)
}

/**
 * Reads a property that three.js sets if the browser links in the background, but does not declare
 * in its types.
 */
function isLinked(program: object): boolean {
  const { isReady } = program as { isReady?: () => boolean }
  return isReady?.call(program) ?? true
}
