/** What is said to other processes when nobody knows what they have missed: look at everything again. */
export const anything = '*'

/** Who hears what other processes say. @param topic such as `run:` and an id, or `anything`. */
export type HearTopic = (topic: string) => void

/**
 * Wakes the other processes on the same database. Carries ids and never data: the rows are the truth, and
 * whoever waits for them looks again by itself now and then, should a word be lost.
 */
export type Wake = {
  /** Neither waits nor throws. To be called when the rows are committed. */
  tell: (topic: string) => void
  /** @returns stops listening. */
  listen: (hear: HearTopic) => () => void
  close: () => Promise<void>
}

/** One process among those on the same database. */
export type Replica = {
  /** New with each start. */
  id: string
  /** Whether there may be others; else whatever somebody else left is to be taken up at once. */
  isShared: boolean
  wake: Wake
}

/** Of a process that has its database alone: there is nobody to wake. */
export const silence: Wake = {
  tell: () => {},
  listen: () => () => {},
  close: () => Promise.resolve(),
}

/** Hears only topics that begin with `kind`, and is told what follows; `undefined` for `anything`. */
export const hearing =
  (kind: string, hear: (rest: string | undefined) => void): HearTopic =>
  (topic) => {
    if (topic === anything) hear(undefined)
    else if (topic.startsWith(`${kind}:`)) hear(topic.slice(kind.length + 1))
  }
