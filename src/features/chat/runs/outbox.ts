import type { StartRun } from '#contract/chat.ts'
import type { OutboxStorage, Waiting } from './outbox-storage.ts'

/** What the outbox needs to know and to do. */
export interface OutboxWorld {
  /** Sends a question for the first time, or again with the same ids. */
  send: (conversationId: string, request: StartRun) => void
  /** Stops the answer being written in a conversation. */
  stop: (conversationId: string) => void
  /** An answer is being written there. */
  isBusy: (conversationId: string) => boolean
  /**
   * Finds out whether an answer is being written in a conversation that this page has not opened.
   * Rejects when the server cannot be asked now.
   */
  prepare: (conversationId: string) => Promise<void>
  isOnline: () => boolean
  now: () => number
  /** Calls back later. */
  later: (callback: () => void, ms: number) => void
}

export type Outbox = ReturnType<typeof createOutbox>

/** More than this would be a mistake. */
export const waitingMax = 50
const prepareAgainMs = 5_000
const none: readonly Waiting[] = []

/**
 * Questions on their way to the server: they wait for the answer before, or for the connection, and
 * go in their order, each once. They survive a reload.
 */
export function createOutbox(world: OutboxWorld, storage: OutboxStorage) {
  let items: readonly Waiting[] = storage.read()
  let perConversation = new Map<string, readonly Waiting[]>()
  const listeners = new Set<() => void>()
  /** Sent by this page; whether they have arrived is not known yet. */
  const underWay = new Set<string>()
  /** To go next, whatever becomes of the answer before. */
  let urgentId: string | undefined
  const isPrepared = new Map<string, boolean>()

  const changed = () => {
    perConversation = new Map()
    for (const listener of listeners) listener()
  }
  const of = (conversationId: string | undefined): readonly Waiting[] => {
    if (conversationId === undefined) return none
    const known = perConversation.get(conversationId)
    if (known) return known
    const found = items.filter((item) => item.conversationId === conversationId)
    const kept = found.length === 0 ? none : found
    perConversation.set(conversationId, kept)
    return kept
  }

  /** Puts the questions of one conversation into a new order; each follows the answer before it. */
  function arrange(conversationId: string, next: readonly Waiting[]): void {
    const before = of(conversationId)
    let parentId = before[0]?.request.parentId
    const times = next.map(({ queuedAtMs }) => queuedAtMs).toSorted((a, b) => a - b)
    const linked = next.map((item, index) => {
      const { parentId: _old, ...rest } = item.request
      const request = parentId === undefined ? rest : { ...rest, parentId }
      parentId = request.answerId
      return { ...item, request, queuedAtMs: times[index] ?? item.queuedAtMs }
    })
    items = [...items.filter((item) => item.conversationId !== conversationId), ...linked]
    for (const item of linked) storage.write(item)
    for (const { request } of before) {
      if (!linked.some((item) => item.request.runId === request.runId)) {
        storage.remove(request.runId)
      }
    }
    changed()
  }
  const find = (runId: string) => items.find(({ request }) => request.runId === runId)
  const replace = (conversationId: string, change: (item: Waiting) => Waiting) =>
    arrange(conversationId, of(conversationId).map(change))

  function prepare(conversationId: string): void {
    isPrepared.set(conversationId, false)
    world
      .prepare(conversationId)
      .then(() => {
        isPrepared.set(conversationId, true)
        pump()
      })
      .catch(() => {
        isPrepared.delete(conversationId)
        world.later(pump, prepareAgainMs)
      })
  }

  /** Sends whatever can go now. */
  function pump(): void {
    if (!world.isOnline()) return
    for (const conversationId of new Set(items.map((item) => item.conversationId))) {
      const [first] = of(conversationId)
      if (!first || first.isHeld || underWay.has(first.request.runId)) continue
      if (world.isBusy(conversationId)) continue
      const prepared = isPrepared.get(conversationId)
      if (prepared === undefined) prepare(conversationId)
      if (!prepared) continue
      underWay.add(first.request.runId)
      world.send(conversationId, first.request)
    }
  }

  storage.subscribe(() => {
    items = storage.read()
    changed()
  })

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    of,
    isFull: () => items.length >= waitingMax,
    pump,

    /** Takes a question in; it goes at once where nothing stands before it. */
    add(conversationId: string, request: StartRun): void {
      isPrepared.set(conversationId, true)
      const waiting = of(conversationId)
      const last = waiting.at(-1)
      // What follows a question that has not been asked follows its answer.
      const { parentId: _open, ...rest } = request
      const item: Waiting = {
        conversationId,
        request: last ? { ...rest, parentId: last.request.answerId } : request,
        queuedAtMs: Math.max(world.now(), (last?.queuedAtMs ?? 0) + 1),
        isHeld: false,
      }
      items = [...items, item]
      storage.write(item)
      changed()
      pump()
    },

    /** Another text for a question that still waits. */
    edit: (runId: string, text: string): void => {
      const item = find(runId)
      if (!item || underWay.has(runId)) return
      replace(item.conversationId, (one) =>
        one === item && one.request.question
          ? { ...one, request: { ...one.request, question: { ...one.request.question, text } } }
          : one,
      )
    },

    remove: (runId: string): void => {
      const item = find(runId)
      if (!item) return
      underWay.delete(runId)
      arrange(
        item.conversationId,
        of(item.conversationId).filter((one) => one !== item),
      )
      pump()
    },

    /** Lets a question go before all others; the answer being written is stopped for it. */
    sendNow: (runId: string): void => {
      const item = find(runId)
      if (!item) return
      const { conversationId } = item
      const waiting = of(conversationId)
      const sent = waiting.filter(({ request }) => underWay.has(request.runId))
      const rest = waiting.filter((one) => one !== item && !sent.includes(one))
      arrange(conversationId, [...sent, { ...item, isHeld: false }, ...rest])
      isPrepared.set(conversationId, true)
      if (world.isBusy(conversationId)) {
        urgentId = runId
        world.stop(conversationId)
      } else pump()
    },

    /** The server has it. */
    arrived(runId: string): void {
      const item = find(runId)
      underWay.delete(runId)
      if (!item) return
      items = items.filter((one) => one !== item)
      storage.remove(runId)
      changed()
    },

    /** An answer ended. Where it did not end well, what waits for it waits for the person. */
    ended(conversationId: string, runId: string, isWell: boolean): void {
      underWay.delete(runId)
      const urgent = urgentId
      urgentId = undefined
      if (!isWell && of(conversationId).length > 0) {
        replace(conversationId, (one) =>
          one.request.runId === urgent ? one : { ...one, isHeld: true },
        )
      }
      pump()
    },
  }
}
