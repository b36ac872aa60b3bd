/** Part of each frame that formulas may take, in milliseconds. */
const budgetMs = 5
/**
 * Part of the next frame that formulas may take if a frame was slow, in milliseconds. Frames are
 * slow while the reader scrolls fast.
 */
const slowBudgetMs = 1
/** Length of a frame from which it counts as slow. */
const slowFrameMs = 24

const due: (() => void)[] = []
let lastFrameMs = 0

/** Calls `draw` in one of the next frames. Later calls come first: they are nearest to the reader. */
export function drawPaced(draw: () => void): void {
  if (due.push(draw) === 1) requestAnimationFrame(drawDue)
}

function drawDue(frameMs: number): void {
  const sinceMs = frameMs - lastFrameMs
  lastFrameMs = frameMs
  const isSlow = sinceMs > slowFrameMs && sinceMs < 1_000
  const endMs = performance.now() + (isSlow ? slowBudgetMs : budgetMs)
  do due.pop()?.()
  while (due.length > 0 && performance.now() < endMs)
  if (due.length > 0) requestAnimationFrame(drawDue)
}

/** Draws everything that is due, without waiting for the next frame. */
export function drawAllDue(): void {
  while (due.length > 0) due.pop()?.()
}
