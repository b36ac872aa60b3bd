import type { Message } from '#contract/chat/chat.ts'

/** One message as it stands in the thread, and the other messages that could stand there. */
export type Turn = {
  message: Message
  /** Ids of the messages with the same parent, this one included, oldest first. */
  siblings: readonly string[]
}

/**
 * The way through the tree of messages from its root to a leaf.
 *
 * @param leafId any message that shall be on the way; the newest of all when it is not there.
 */
export function threadOf(messages: readonly Message[], leafId?: string): Turn[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const children = childrenOf(messages, byId)
  const thread: Turn[] = []
  const start = (leafId !== undefined && byId.get(leafId)) || newestOf(messages)
  let at = start && newestLeafBelow(start, children)
  while (at && thread.length < messages.length) {
    const siblings = children.get(parentOf(at, byId)) ?? []
    thread.push(turnOf(at, siblings))
    at = at.parentId === undefined ? undefined : byId.get(at.parentId)
  }
  return thread.toReversed()
}

const turns = new WeakMap<Message, Turn>()

/** The same object as long as nothing in it changes, so that a long thread is not drawn again for each question. */
function turnOf(message: Message, siblings: readonly Message[]): Turn {
  const known = turns.get(message)
  const isSame =
    known?.siblings.length === siblings.length &&
    siblings.every(({ id }, at) => id === known.siblings[at])
  if (known && isSame) return known
  const turn = { message, siblings: siblings.map(({ id }) => id) }
  turns.set(message, turn)
  return turn
}

const isOlder = (a: Message, b: Message): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1

const newestOf = (messages: readonly Message[]): Message | undefined =>
  messages.reduce<Message | undefined>(
    (newest, message) => (newest && isOlder(message, newest) < 0 ? newest : message),
    undefined,
  )

const parentOf = (message: Message, byId: ReadonlyMap<string, Message>): string =>
  message.parentId !== undefined && byId.has(message.parentId) ? message.parentId : ''

function childrenOf(messages: readonly Message[], byId: ReadonlyMap<string, Message>) {
  const children = new Map<string, Message[]>()
  for (const message of messages.toSorted(isOlder)) {
    const parent = parentOf(message, byId)
    const known = children.get(parent)
    if (known) known.push(message)
    else children.set(parent, [message])
  }
  return children
}

function newestLeafBelow(start: Message, children: ReadonlyMap<string, Message[]>): Message {
  // A set, so that even messages that are each other's parents come to an end.
  const below = new Set([start])
  for (const { id } of below) for (const child of children.get(id) ?? []) below.add(child)
  return newestOf([...below].filter(({ id }) => !children.has(id))) ?? start
}
