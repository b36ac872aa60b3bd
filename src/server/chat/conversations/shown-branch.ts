import type { Message } from '#contract/chat/chat.ts'
import { createYield } from '../../process/yield-loop.ts'

/**
 * Returns the displayed branch: the messages from the root to the newest descendant of `leafId`, or
 * to the newest message without `leafId`. Iterative, because branches may be too long for
 * recursion.
 */
export async function shownBranch<M extends Pick<Message, 'id' | 'parentId'>>(
  messages: readonly M[],
  leafId: string | undefined,
): Promise<M[]> {
  const yieldLoop = createYield()
  const byId = new Map<string, M>()
  // Messages are sorted by age, so the last child of a parent is the newest child.
  const newestBelow = new Map<string | undefined, M>()
  for (const message of messages) {
    byId.set(message.id, message)
    newestBelow.set(message.parentId, message)
    await yieldLoop()
  }
  let at = (leafId !== undefined && byId.get(leafId)) || messages.at(-1)
  const seen = new Set<string>()
  for (let next = at; next && !seen.has(next.id); next = newestBelow.get(next.id)) {
    seen.add(next.id)
    at = next
    await yieldLoop()
  }
  const branch: M[] = []
  const used = new Set<M>()
  while (at && !used.has(at)) {
    used.add(at)
    branch.push(at)
    at = at.parentId === undefined ? undefined : byId.get(at.parentId)
    await yieldLoop()
  }
  return branch.toReversed()
}
