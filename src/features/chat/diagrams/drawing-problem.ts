/** Why a diagram could not be drawn, in a sentence. */
export function drawingProblem(error: unknown): string {
  // What follows the first line says which tokens a grammar expected.
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  const reason = first.replace(/[\s:.]+$/, '')
  return reason === ''
    ? 'Could not draw this diagram.'
    : `Could not draw this diagram: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}.`
}
