export type Fence = {
  marker: '`' | '~'
  /** Number of markers in the opening fence; the closing fence has at least as many. */
  length: number
  /** Number of spaces before the opening fence. As many are removed from each line of code. */
  indent: number
}

export function openingFence(line: string): Fence | undefined {
  const [, indent, run] = /^( {0,3})(`{3,}|~{3,})/.exec(line) ?? []
  if (indent === undefined || run === undefined) return undefined
  return { marker: run.startsWith('`') ? '`' : '~', length: run.length, indent: indent.length }
}

/**
 * Returns whether `line` closes the fence: the same marker, at least as many, and nothing after it.
 */
export function isClosingFence(line: string, { marker, length }: Fence): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1]
  return run !== undefined && run.startsWith(marker) && run.length >= length
}

/** Returns whether the incomplete `line` could become the closing fence. */
export const mayBecomeClosingFence = (line: string, { marker }: Fence): boolean =>
  marker === '`' ? /^ {0,3}`+[ \t]*$/.test(line) : /^ {0,3}~+[ \t]*$/.test(line)

export function withoutIndent(line: string, { indent }: Fence): string {
  let at = 0
  while (at < indent && line[at] === ' ') at++
  return line.slice(at)
}
