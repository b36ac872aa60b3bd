import { idFor, type ForeignMessage } from './foreign-conversation.ts'

/** A message as another program has it. */
export type ForeignNode = {
  id: string
  parentId?: string | null | undefined
  /** Absent where it was never shown; what stands below it goes to the nearest above it that was. */
  said?: { role: 'user' | 'assistant'; text: string; reasoning?: string | undefined } | undefined
  at?: Date | undefined
}

/** The nodes that were shown, parents first, each below the nearest one above it that was shown too. */
export function messagesOf(
  nodes: readonly ForeignNode[],
  conversationId: string,
  createdAt: Date,
): ForeignMessage[] {
  const messages: ForeignMessage[] = []
  /** By parent, when its newest child or it itself was made: times decide the order, and many are alike. */
  const newest = new Map<string, number>()
  /** By node, the nearest one that was shown: itself, or what is known of its parent. */
  const nearest = new Map<string, ForeignMessage>()
  const used = new Set<string>()
  for (const { id, parentId, said, at } of parentsFirst(nodes)) {
    const parent = nearest.get(parentId ?? '')
    if (parent) nearest.set(id, parent)
    const ownId = idFor(conversationId, id)
    if (!said || (!said.text && !said.reasoning) || used.has(ownId)) continue
    used.add(ownId)
    const after = newest.get(parent?.id ?? '') ?? createdAt.getTime() - 1
    const ms = Math.max((at ?? createdAt).getTime(), after + 1)
    newest.set(parent?.id ?? '', ms)
    newest.set(ownId, ms)
    const shown: ForeignMessage = {
      id: ownId,
      ...(parent && { parentId: parent.id }),
      role: said.role,
      text: said.text,
      ...(said.reasoning && { reasoning: said.reasoning }),
      createdAt: new Date(ms),
    }
    messages.push(shown)
    nearest.set(id, shown)
  }
  return messages
}

function parentsFirst(nodes: readonly ForeignNode[]): Iterable<ForeignNode> {
  const ids = new Set(nodes.map(({ id }) => id))
  const children = new Map<string, ForeignNode[]>()
  for (const node of nodes) {
    const parent = node.parentId && ids.has(node.parentId) ? node.parentId : ''
    const siblings = children.get(parent)
    if (siblings) siblings.push(node)
    else children.set(parent, [node])
  }
  // A set, so that nodes that are each other's parents come to an end.
  const ordered = new Set<ForeignNode>(children.get(''))
  for (const node of ordered) {
    for (const child of children.get(node.id) ?? []) ordered.add(child)
    // Nodes that share one id would go through the same children again and again.
    children.delete(node.id)
  }
  return ordered
}

/** @param text as JSON has it: an ISO date. */
export const dateOf = (text: string | null | undefined): Date | undefined =>
  valid(new Date(text ?? Number.NaN))

/** @param count seconds since 1970, or milliseconds, as some versions have them. */
export const momentOf = (count: number | null | undefined): Date | undefined =>
  valid(new Date((count ?? Number.NaN) * ((count ?? 0) > 1e11 ? 1 : 1000)))

const valid = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date)

/** Pieces of one message, as far as they say something. */
export const together = (texts: readonly (string | null | undefined)[]): string =>
  texts.filter(Boolean).join('\n\n')
