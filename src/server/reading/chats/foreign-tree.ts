import { deriveId, type ForeignMessage } from './foreign-conversation.ts'

export type ForeignNode = {
  id: string
  parentId?: string | null | undefined
  /** Absent for hidden messages, whose children move to the nearest visible ancestor. */
  said?: { role: 'user' | 'assistant'; text: string; reasoning?: string | undefined } | undefined
  at?: Date | undefined
}

/**
 * Returns the visible messages, parents first, each with its nearest visible ancestor as parent.
 */
export function toForeignMessages(
  nodes: readonly ForeignNode[],
  conversationId: string,
  createdAt: Date,
): ForeignMessage[] {
  const messages: ForeignMessage[] = []
  /** Newest creation time of a node or its child, by parent id. Equal times are frequent. */
  const newest = new Map<string, number>()
  /** Nearest visible message of each node: the node itself, or that of its parent. */
  const nearest = new Map<string, ForeignMessage>()
  const used = new Set<string>()
  for (const { id, parentId, said, at } of parentsFirst(nodes)) {
    const parent = nearest.get(parentId ?? '')
    if (parent) nearest.set(id, parent)
    const ownId = deriveId(conversationId, id)
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
  // A set, so that the loop ends even if nodes are each other's parents.
  const ordered = new Set<ForeignNode>(children.get(''))
  for (const node of ordered) {
    for (const child of children.get(node.id) ?? []) ordered.add(child)
    // Otherwise nodes with the same id would visit the same children repeatedly.
    children.delete(node.id)
  }
  return ordered
}

export const parseIsoDate = (text: string | null | undefined): Date | undefined =>
  valid(new Date(text ?? Number.NaN))

/** Converts Unix time in seconds, or in milliseconds as in some versions. */
export const parseUnixTime = (count: number | null | undefined): Date | undefined =>
  valid(new Date((count ?? Number.NaN) * ((count ?? 0) > 1e11 ? 1 : 1000)))

const valid = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date)

export const joinTexts = (texts: readonly (string | null | undefined)[]): string =>
  texts.filter(Boolean).join('\n\n')
