/** Whether somebody is being served, for work that would hold them up. */
export type Activity = {
  /**
   * Notes that a request begins.
   *
   * @param isLong whether nothing counts as quiet until it ends. Not for streams that stay open for as
   *   long as a page does.
   * @returns what to call at its end.
   */
  begin: (isLong: boolean) => () => void
  /** Whether nothing has begun for a while, and nothing long is under way. */
  isQuiet: () => boolean
}

/** A person who reads an answer or looks at a model asks for nothing meanwhile. */
const quietAfterMs = 15_000

/** @param clock milliseconds that never go back, for tests. */
export function createActivity(clock: () => number = () => performance.now()): Activity {
  let lastAt = clock()
  let longCount = 0
  return {
    begin: (isLong) => {
      lastAt = clock()
      if (isLong) longCount++
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        lastAt = clock()
        if (isLong) longCount--
      }
    },
    isQuiet: () => longCount === 0 && clock() - lastAt >= quietAfterMs,
  }
}
