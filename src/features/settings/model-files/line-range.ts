/**
 * Returns the range of a line without its line break.
 * @param line starts at 1. If too large, the last line is used.
 */
export function findLineRange(text: string, line: number): { start: number; end: number } {
  let start = 0
  for (let at = 1; at < line; at++) {
    const next = text.indexOf('\n', start)
    if (next < 0) break
    start = next + 1
  }
  const end = text.indexOf('\n', start)
  return { start, end: end < 0 ? text.length : end }
}
