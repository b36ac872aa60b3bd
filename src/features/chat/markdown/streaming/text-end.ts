/**
 * The end of a text that grows. Places are those in the whole text, which is never looked at: joining and
 * comparing pages of text for each word is what would make an answer dearer the longer it gets.
 */
export class TextEnd {
  /** UTF-16 units of text before it; a line begins here. */
  readonly start: number
  readonly rest: string

  constructor(start: number, rest: string) {
    this.start = start
    this.rest = rest
  }

  /** Of the whole text. */
  get length(): number {
    return this.start + this.rest.length
  }

  slice(from: number, to = this.length): string {
    return this.rest.slice(Math.max(from - this.start, 0), Math.max(to - this.start, 0))
  }

  charAt(place: number): string {
    return this.rest.charAt(place - this.start)
  }

  /** Where the line after `place` begins. Nothing where the text ends before. */
  nextLine(place: number): number | undefined {
    const found = this.rest.indexOf('\n', place - this.start)
    return found === -1 ? undefined : this.start + found + 1
  }

  /** Where the line begins in which `place` is. */
  lineStart(place: number): number {
    return place <= this.start
      ? this.start
      : this.start + this.rest.lastIndexOf('\n', place - this.start - 1) + 1
  }

  /** Where the last whole line ends. */
  linesEnd(): number {
    return this.start + this.rest.lastIndexOf('\n') + 1
  }

  /** Where the last word ends. */
  wordsEnd(): number {
    return this.start + this.rest.trimEnd().length
  }
}
