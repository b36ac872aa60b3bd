export type TextSink = {
  add: (text: string) => void
  /** Starts a new line unless the current line is empty. */
  line: () => void
  /** Adds an empty line before the next text. */
  gap: () => void
  isFull: () => boolean
  text: () => string
}

/** @param lengthMax maximum length in UTF-16 units. The last piece may exceed this length. */
export function createTextSink(lengthMax: number): TextSink {
  const pieces: string[] = []
  let length = 0
  let breaks = 0
  return {
    add(text) {
      if (text === '' || length > lengthMax) return
      if (pieces.length > 0 && breaks > 0) pieces.push('\n'.repeat(breaks))
      breaks = 0
      pieces.push(text)
      length += text.length
    },
    line: () => {
      breaks = Math.max(breaks, 1)
    },
    gap: () => {
      breaks = 2
    },
    isFull: () => length > lengthMax,
    text: () => pieces.join('').trim(),
  }
}
