import type { Message } from '#contract/chat/chat.ts'

/** One message of the visible branch, with the ids of its siblings on other branches. */
export type Turn = {
  message: Message
  /** Ids of the messages with the same parent, including this message, oldest first. */
  siblings: readonly string[]
}

/**
 * Returns the path through the message tree from the first message to a message without children.
 * @param leafId any message on the path. Defaults to the newest message.
 */
export function getThreadTurns(messages: readonly Message[], leafId?: string): Turn[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const children = groupByParent(messages, byId)
  const thread: Turn[] = []
  const start = (leafId !== undefined && byId.get(leafId)) || findNewest(messages)
  let at = start && newestLeafBelow(start, children)
  while (at && thread.length < messages.length) {
    const siblings = children.get(getParentId(at, byId)) ?? []
    thread.push(getTurn(at, siblings))
    at = at.parentId === undefined ? undefined : byId.get(at.parentId)
  }
  return thread.toReversed()
}

const turns = new WeakMap<Message, Turn>()

/**
 * Returns the same object while its content is unchanged, so that a long thread is not rendered
 * again.
 */
function getTurn(message: Message, siblings: readonly Message[]): Turn {
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

const findNewest = (messages: readonly Message[]): Message | undefined =>
  messages.reduce<Message | undefined>(
    (newest, message) => (newest && isOlder(message, newest) < 0 ? newest : message),
    undefined,
  )

const getParentId = (message: Message, byId: ReadonlyMap<string, Message>): string =>
  message.parentId !== undefined && byId.has(message.parentId) ? message.parentId : ''

function groupByParent(messages: readonly Message[], byId: ReadonlyMap<string, Message>) {
  const children = new Map<string, Message[]>()
  for (const message of messages.toSorted(isOlder)) {
    const parent = getParentId(message, byId)
    const known = children.get(parent)
    if (known) known.push(message)
    else children.set(parent, [message])
  }
  return children
}

function newestLeafBelow(start: Message, children: ReadonlyMap<string, Message[]>): Message {
  const below = new Set([start])
  for (const { id } of below) for (const child of children.get(id) ?? []) below.add(child)
  return findNewest([...below].filter(({ id }) => !children.has(id))) ?? start
}
