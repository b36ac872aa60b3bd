import type { Message } from '#contract/chat.ts'

/** From the first message to the newest below `leafId`, or to the newest of all. */
export function shownBranch(messages: readonly Message[], leafId: string | undefined): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  // Messages come oldest first: the last with a parent is its newest.
  const newestBelow = new Map(messages.map((message) => [message.parentId, message]))
  let at = (leafId !== undefined && byId.get(leafId)) || messages.at(-1)
  const seen = new Set<string>()
  for (let next = at; next && !seen.has(next.id); next = newestBelow.get(next.id)) {
    seen.add(next.id)
    at = next
  }
  const branch: Message[] = []
  const used = new Set<Message>()
  while (at && !used.has(at)) {
    used.add(at)
    branch.push(at)
    at = at.parentId === undefined ? undefined : byId.get(at.parentId)
  }
  return branch.toReversed()
}
