/** Text that is put together up to a length. */
export type TextSink = {
  add: (text: string) => void
  /** Starts a line, unless nothing stands in the present one. */
  line: () => void
  /** An empty line before what comes next. */
  gap: () => void
  /** Nothing more is taken. */
  isFull: () => boolean
  text: () => string
}

/** @param lengthMax UTF-16 units after which no more is taken; the last piece may go over it. */
export function createTextSink(lengthMax: number): TextSink {
  const pieces: string[] = []
  let length = 0
  /** Line ends that stand before the next words. */
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
