/** Topic that makes other processes check everything, because messages may have been lost. */
export const anything = '*'

/**
 * Receives the topics that other processes send.
 * @param topic such as `run:` and an id, or `anything`.
 */
export type TopicListener = (topic: string) => void

/**
 * Notifies the other processes on the same database. Messages contain ids, never data, and may be
 * lost.
 */
export type Wake = {
  /** Sends a topic without waiting or throwing. Call this function after the rows are committed. */
  tell: (topic: string) => void
  listen: (hear: TopicListener) => () => void
  close: () => Promise<void>
}

export type Replica = {
  id: string
  /**
   * False if there are no other processes, so that unfinished work can be taken over immediately.
   */
  isShared: boolean
  wake: Wake
}

/** Sends and receives nothing, for a process that does not share its database. */
export const noWake: Wake = {
  tell: () => {},
  listen: () => () => {},
  close: () => Promise.resolve(),
}

/**
 * Creates a listener for topics that begin with `kind`. The listener receives the rest of the
 * topic, or `undefined` for `anything`.
 */
export const filterTopics =
  (kind: string, hear: (rest: string | undefined) => void): TopicListener =>
  (topic) => {
    if (topic === anything) hear(undefined)
    else if (topic.startsWith(`${kind}:`)) hear(topic.slice(kind.length + 1))
  }
