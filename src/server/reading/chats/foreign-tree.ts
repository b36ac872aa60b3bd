import type { ToolCall } from '#contract/chat/chat.ts'
import { cutText } from '#lib/cut-text.ts'
import { deriveId, type ForeignMessage } from './foreign-conversation.ts'
import {
  isEmptySaid,
  joinMessagePieces,
  type ForeignCall,
  type ForeignSaid,
} from './foreign-said.ts'

export type ForeignNode = {
  id: string
  parentId?: string | null | undefined
  /**
   * Content of the message. Absent for hidden messages, whose children move to the nearest visible
   * ancestor.
   */
  said?: ForeignSaid | undefined
  at?: Date | undefined
}

export type ForeignTree = {
  messages: ForeignMessage[]
  /** Returns the id of the message that a node became, or of its nearest visible ancestor. */
  idShown: (nodeId: string | null | undefined) => string | undefined
  gaps: string[]
}

export type TreeOptions = {
  conversationId: string
  createdAt: Date
  modelName: string
  /**
   * Joins consecutive messages of one answer, because some programs split an answer at its tool
   * calls.
   */
  isJoined?: boolean
}

type Shown = {
  id: string
  parent?: Shown | undefined
  pieces: ForeignSaid[]
  role: ForeignSaid['role']
  at: number
}

/**
 * Returns the visible messages, parents first, each with its nearest visible ancestor as parent.
 */
export function toForeignTree(nodes: readonly ForeignNode[], options: TreeOptions): ForeignTree {
  const { conversationId, createdAt, isJoined = false } = options
  const all = new Set<Shown>()
  const newest = new Map<string, number>()
  const nearest = new Map<string, Shown>()
  const ordered = parentsFirst(nodes)
  const childCounts = countVisibleChildren(ordered)
  const used = new Set<string>()
  for (const node of ordered) {
    const { id, said, at } = node
    const parent = nearest.get(node.parentId ?? '')
    if (parent) nearest.set(id, parent)
    if (!said || (isEmptySaid(said) && !said.result && !said.gaps?.length && !said.sources?.length))
      continue
    if (
      isJoined &&
      said.role === 'assistant' &&
      parent?.role === 'assistant' &&
      childCounts.get(node) === 1
    ) {
      parent.pieces.push(said)
      continue
    }
    let ownId = deriveId(conversationId, id)
    while (used.has(ownId)) ownId = deriveId(ownId, 'again')
    used.add(ownId)
    const after = newest.get(parent?.id ?? '') ?? createdAt.getTime() - 1
    const ms = Math.max((at ?? createdAt).getTime(), after + 1)
    newest.set(parent?.id ?? '', ms)
    newest.set(ownId, ms)
    const shown: Shown = { id: ownId, parent, pieces: [said], role: said.role, at: ms }
    all.add(shown)
    nearest.set(id, shown)
  }
  return finish(all, nearest, options)
}

function finish(
  all: ReadonlySet<Shown>,
  nearest: ReadonlyMap<string, Shown>,
  options: TreeOptions,
): ForeignTree {
  const messages: ForeignMessage[] = []
  const gaps: string[] = []
  const kept = new Map<Shown, string | undefined>()
  for (const shown of all) {
    const said = joinMessagePieces(shown.pieces)
    gaps.push(...(said.gaps ?? []))
    const parentId = shown.parent && kept.get(shown.parent)
    if (isEmptySaid(said)) {
      kept.set(shown, parentId)
      continue
    }
    kept.set(shown, shown.id)
    messages.push(toMessage({ ...said, role: shown.role }, { ...shown, parentId }, options))
  }
  return {
    messages,
    gaps,
    idShown(nodeId) {
      const shown = nearest.get(nodeId ?? '')
      return shown && kept.get(shown)
    },
  }
}

function toMessage(
  said: ForeignSaid,
  { id, parentId, at }: { id: string; parentId: string | undefined; at: number },
  { modelName }: TreeOptions,
): ForeignMessage {
  const { role, text = '', reasoning, calls = [], files = [], sources = [] } = said
  const createdAt = new Date(at)
  const { finishReason, failure } = said
  return {
    id,
    ...(parentId && { parentId }),
    role,
    text,
    ...(reasoning && { reasoning }),
    ...(calls.length > 0 && { toolCalls: calls.map(toToolCall) }),
    ...(files.length > 0 && { files }),
    ...(role === 'assistant' && {
      run: {
        id: deriveId(id, 'run'),
        modelId: cutText(said.modelName || modelName, 200),
        status: failure ? 'failed' : 'completed',
        ...(failure && { failure: { code: 'provider_failed', message: cutText(failure, 2_000) } }),
        ...(finishReason && { finishReason }),
        ...(sources.length > 0 && { sources }),
        startedAt: createdAt.toISOString(),
        finishedAt: createdAt.toISOString(),
      },
    }),
    createdAt,
  }
}

const toToolCall = (call: ForeignCall, index: number): ToolCall => ({
  index,
  name: call.name,
  ...(call.title && { title: call.title }),
  arguments: call.arguments,
  status: call.isFailed ? 'failed' : 'done',
  ...(call.result !== undefined && { result: call.result }),
  at: { text: call.at, reasoning: 0 },
})

function countVisibleChildren(ordered: Iterable<ForeignNode>): Map<ForeignNode, number> {
  const counts = new Map<string, number>()
  const nearest = new Map<string, string>()
  const parents = new Map<ForeignNode, string>()
  for (const node of ordered) {
    const parent = nearest.get(node.parentId ?? '') ?? ''
    const isVisible =
      (node.said !== undefined && !isEmptySaid(node.said)) || node.said?.result !== undefined
    nearest.set(node.id, isVisible ? node.id : parent)
    parents.set(node, parent)
    if (isVisible) counts.set(parent, (counts.get(parent) ?? 0) + 1)
  }
  return new Map(Array.from(parents, ([node, parent]) => [node, counts.get(parent) ?? 1]))
}

function parentsFirst(nodes: readonly ForeignNode[]): Set<ForeignNode> {
  const ids = new Set(nodes.map(({ id }) => id))
  const children = new Map<string, ForeignNode[]>()
  for (const node of nodes) {
    const parent = node.parentId && ids.has(node.parentId) ? node.parentId : ''
    const siblings = children.get(parent)
    if (siblings) siblings.push(node)
    else children.set(parent, [node])
  }
  const ordered = new Set<ForeignNode>()
  const visit = (start: readonly ForeignNode[]) => {
    const found = new Set<ForeignNode>(start)
    // Collect nodes in a set, so that the loop ends even if nodes are each other's parents.
    for (const node of found) {
      if (ordered.has(node)) continue
      ordered.add(node)
      for (const child of children.get(node.id) ?? []) found.add(child)
      // Delete visited children, because nodes with the same id would visit the same children
      // repeatedly.
      children.delete(node.id)
    }
  }
  visit(children.get('') ?? [])
  // Nodes that are each other's ancestors have no root, so the first such node becomes a root.
  for (const node of nodes) {
    if (!ordered.has(node)) visit([node])
  }
  return ordered
}

export const joinTexts = (texts: readonly (string | null | undefined)[]): string =>
  texts.filter(Boolean).join('\n\n')
