/**
 * The end of a growing text, addressed by offsets in the whole text. Reading the whole text for
 * each delta would slow down long answers.
 */
export class TextEnd {
  readonly start: number
  readonly rest: string

  constructor(start: number, rest: string) {
    this.start = start
    this.rest = rest
  }

  get length(): number {
    return this.start + this.rest.length
  }

  slice(from: number, to = this.length): string {
    return this.rest.slice(Math.max(from - this.start, 0), Math.max(to - this.start, 0))
  }

  charAt(place: number): string {
    return this.rest.charAt(place - this.start)
  }

  nextLine(place: number): number | undefined {
    const found = this.rest.indexOf('\n', place - this.start)
    return found === -1 ? undefined : this.start + found + 1
  }

  lineStart(place: number): number {
    return place <= this.start
      ? this.start
      : this.start + this.rest.lastIndexOf('\n', place - this.start - 1) + 1
  }

  linesEnd(): number {
    return this.start + this.rest.lastIndexOf('\n') + 1
  }

  wordsEnd(): number {
    return this.start + this.rest.trimEnd().length
  }
}

export type Fence = {
  marker: '`' | '~'
  /** Number of marker characters in the opening fence. The closing fence has at least as many. */
  length: number
  /**
   * Number of spaces before the opening fence. As many spaces are removed from each line of code.
   */
  indent: number
}

export function openingFence(line: string): Fence | undefined {
  const [, indent, run] = /^( {0,3})(`{3,}|~{3,})/.exec(line) ?? []
  if (indent === undefined || run === undefined) return undefined
  return { marker: run.startsWith('`') ? '`' : '~', length: run.length, indent: indent.length }
}

export function isClosingFence(line: string, { marker, length }: Fence): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1]
  return run !== undefined && run.startsWith(marker) && run.length >= length
}

export const mayBecomeClosingFence = (line: string, { marker }: Fence): boolean =>
  marker === '`' ? /^ {0,3}`+[ \t]*$/.test(line) : /^ {0,3}~+[ \t]*$/.test(line)

export function withoutIndent(line: string, { indent }: Fence): string {
  let at = 0
  while (at < indent && line[at] === ' ') at++
  return line.slice(at)
}
