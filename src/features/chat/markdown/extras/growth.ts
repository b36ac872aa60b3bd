import { createContext } from 'react'

/** Words that the page shows although React has not rendered them. */
export type Growth = {
  /** Has React render them, synchronously. */
  catchUp: () => void
  /** When the last of them came, as `performance.now()`; absent when there are none. */
  grownAtMs: () => number | undefined
}

/** For components that read or replace the text of a growing block. */
export const GrowthContext = createContext<Growth>({
  catchUp: () => {},
  grownAtMs: () => undefined,
})
