/** Tracks requests, so that maintenance that blocks the server can wait for a quiet time. */
export type Activity = {
  /**
   * Records the start of a request.
   * @param isLong true if the server is not quiet until the request ends. False for streams that
   * stay open as long as a page.
   * @returns a function to call at the end of the request.
   */
  begin: (isLong: boolean) => () => void
  isQuiet: () => boolean
}

/**
 * Time without a request after which the server is quiet, in milliseconds. Shorter pauses occur
 * while a person reads an answer or views a 3D model.
 */
const quietAfterMs = 15_000

/** @param clock monotonic time in milliseconds. Only tests set it. */
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
