/** Part of each frame that formulas may take, in milliseconds, so that scrolling stays smooth. */
const budgetMs = 4

const due: (() => void)[] = []

/** Calls `draw` in one of the next frames. Later calls come first: they are nearest to the reader. */
export function drawPaced(draw: () => void): void {
  if (due.push(draw) === 1) requestAnimationFrame(drawDue)
}

function drawDue(): void {
  const endMs = performance.now() + budgetMs
  do due.pop()?.()
  while (due.length > 0 && performance.now() < endMs)
  if (due.length > 0) requestAnimationFrame(drawDue)
}

/** Draws immediately all parts that are due. */
export function drawAllDue(): void {
  while (due.length > 0) due.pop()?.()
}
