/** Topic that asks other processes to check everything, because messages may have been lost. */
export const anything = '*'

/**
 * Receives the topics that other processes send.
 * @param topic such as `run:` and an id, or `anything`.
 */
export type TopicListener = (topic: string) => void

/**
 * Notifies the other processes on the same database. Messages contain ids, never data: receivers
 * read the rows.
 * They also poll, because messages may be lost.
 */
export type Wake = {
  /** Sends a topic without waiting or throwing. Call it after the rows are committed. */
  tell: (topic: string) => void
  /** @returns a function that stops listening. */
  listen: (hear: TopicListener) => () => void
  close: () => Promise<void>
}

export type Replica = {
  /** Each start of a process has a new id. */
  id: string
  /** False if there are no other processes. Unfinished work can then be taken over immediately. */
  isShared: boolean
  wake: Wake
}

/** Sends and receives nothing. For a process that does not share its database. */
export const noWake: Wake = {
  tell: () => {},
  listen: () => () => {},
  close: () => Promise.resolve(),
}

/**
 * Creates a listener for topics that begin with `kind`. It gets the rest of the topic, or
 * `undefined` for `anything`.
 */
export const filterTopics =
  (kind: string, hear: (rest: string | undefined) => void): TopicListener =>
  (topic) => {
    if (topic === anything) hear(undefined)
    else if (topic.startsWith(`${kind}:`)) hear(topic.slice(kind.length + 1))
  }
