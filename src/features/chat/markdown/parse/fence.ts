/** What a line that opens a code block says about it. */
export type Fence = {
  marker: '`' | '~'
  /** How many markers opened it; at least as many close it. */
  length: number
  /** Spaces before the opening fence, which are taken off each line of code. */
  indent: number
}

/** Reads a line as the opening fence of a code block. */
export function openingFence(line: string): Fence | undefined {
  const [, indent, run] = /^( {0,3})(`{3,}|~{3,})/.exec(line) ?? []
  if (indent === undefined || run === undefined) return undefined
  return { marker: run.startsWith('`') ? '`' : '~', length: run.length, indent: indent.length }
}

/** Whether `line` closes the fence: the same mark, at least as long, nothing after it. */
export function isClosingFence(line: string, { marker, length }: Fence): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1]
  return run !== undefined && run.startsWith(marker) && run.length >= length
}

/** Whether `line`, of which more may come, could become the closing fence. */
export const mayBecomeClosingFence = (line: string, { marker }: Fence): boolean =>
  marker === '`' ? /^ {0,3}`+[ \t]*$/.test(line) : /^ {0,3}~+[ \t]*$/.test(line)

/** A line of code without the indent of the fence that it stands in. */
export function withoutIndent(line: string, { indent }: Fence): string {
  let at = 0
  while (at < indent && line[at] === ' ') at++
  return line.slice(at)
}
