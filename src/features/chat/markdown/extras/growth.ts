import { createContext } from 'react'

/** Text in the DOM that React has not rendered. */
export type Growth = {
  /** Renders it through React, synchronously. */
  catchUp: () => void
  /** Time of the last appended text from `performance.now()`; undefined if there is none. */
  grownAtMs: () => number | undefined
}

/** For components that read or replace the text of a growing block. */
export const GrowthContext = createContext<Growth>({
  catchUp: () => {},
  grownAtMs: () => undefined,
})
