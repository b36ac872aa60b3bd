import { createStore } from 'zustand/vanilla'
import { outboxItems, type OutboxState, type OutboxStorage } from '#api/outbox.ts'
import type { StartRun } from '#contract/chat.ts'
import { createSender, type OutboxWorld } from './outbox-sender.ts'
import { idOfWaiting, type Waiting } from './outbox-storage.ts'

export type Outbox = ReturnType<typeof createOutbox>

/** More than this would be a mistake. */
const waitingMax = 50
const none: readonly Waiting[] = []

/**
 * Questions on their way to the server: they wait for the answer before, or for the connection, and
 * are sent in their order, each once. They survive a reload.
 */
export function createOutbox(world: OutboxWorld, storage: OutboxStorage<Waiting>) {
  const store = createStore<OutboxState<Waiting>>()(() => ({ items: storage.read() }))
  const items = outboxItems(store, { storage, idOf: idOfWaiting, itemsMax: waitingMax })
  const of = perConversation(items.all)
  const sender = createSender(world, { all: items.all, of })

  /** Puts the questions of one conversation into a new order. */
  const arrange = (conversationId: string, next: readonly Waiting[]) => {
    const others = items.all().filter((item) => item.conversationId !== conversationId)
    const firstParentId = of(conversationId)[0]?.request.parentId
    items.set([...others, ...linked(next, firstParentId)])
  }
  const replace = (conversationId: string, change: (item: Waiting) => Waiting) =>
    arrange(conversationId, of(conversationId).map(change))

  return {
    store,
    /** Those of one conversation; the same list until something changes. */
    of,
    isFull: () => !items.hasRoomFor(1),
    /** Sends whatever can be sent now. */
    pump: sender.pump,
    followOtherTabs: items.followOtherTabs,

    /** Takes a question; it is sent at once where nothing stands before it. */
    add(conversationId: string, request: StartRun): void {
      sender.notePrepared(conversationId)
      const last = of(conversationId).at(-1)
      items.add([
        {
          conversationId,
          request: last ? after(last.request, request) : request,
          queuedAtMs: Math.max(world.now(), (last?.queuedAtMs ?? 0) + 1),
          isHeld: false,
        },
      ])
      sender.pump()
    },

    /** Another text for a question that still waits. */
    edit: (runId: string, text: string): void => {
      const item = items.find(runId)
      if (!item || sender.isUnderWay(runId)) return
      replace(item.conversationId, (one) => (one === item ? withText(one, text) : one))
    },

    remove: (runId: string): void => {
      const item = items.find(runId)
      if (!item) return
      sender.forget(runId)
      const { conversationId } = item
      const others = of(conversationId).filter((one) => one !== item)
      arrange(conversationId, others)
      sender.pump()
    },

    /** Sends a question before all others; the answer being written is stopped for it. */
    sendNow: (runId: string): void => {
      const item = items.find(runId)
      if (!item) return
      const { conversationId } = item
      const [sent, rest] = parted(of(conversationId), sender.isUnderWay)
      const others = rest.filter((one) => one !== item)
      arrange(conversationId, [...sent, { ...item, isHeld: false }, ...others])
      sender.hurry(conversationId, runId)
    },

    /** The server has it. */
    arrived(runId: string): void {
      sender.forget(runId)
      if (items.find(runId)) items.remove(runId)
    },

    /** An answer ended. Unless it was completed, what waits for it is held for the person. */
    ended(conversationId: string, runId: string, isCompleted: boolean): void {
      sender.forget(runId)
      const urgentId = sender.takeUrgent()
      if (!isCompleted && of(conversationId).length > 0) {
        const held = (one: Waiting) =>
          one.request.runId === urgentId ? one : { ...one, isHeld: true }
        replace(conversationId, held)
      }
      sender.pump()
    },
  }
}

/** What follows a question that has not been asked follows its answer. */
const after = (last: StartRun, { parentId: _open, ...rest }: StartRun): StartRun => ({
  ...rest,
  parentId: last.answerId,
})

const withText = (item: Waiting, text: string): Waiting => {
  const { question } = item.request
  return question
    ? { ...item, request: { ...item.request, question: { ...question, text } } }
    : item
}

/** The items of one conversation; the same list as long as all items are the same. */
function perConversation(all: () => readonly Waiting[]) {
  let grouped: readonly Waiting[] | undefined
  let groups = new Map<string, readonly Waiting[]>()
  return (conversationId: string | undefined): readonly Waiting[] => {
    if (grouped !== all()) {
      grouped = all()
      groups = new Map()
      for (const item of grouped) {
        groups.set(item.conversationId, [...(groups.get(item.conversationId) ?? []), item])
      }
    }
    return (conversationId !== undefined && groups.get(conversationId)) || none
  }
}

/** Questions of one conversation, each following the answer to the one before it. */
function linked(next: readonly Waiting[], firstParentId: string | undefined): Waiting[] {
  let parentId = firstParentId
  const times = next.map(({ queuedAtMs }) => queuedAtMs).toSorted((a, b) => a - b)
  return next.map((item, index) => {
    const { parentId: _old, ...rest } = item.request
    const request = parentId === undefined ? rest : { ...rest, parentId }
    parentId = request.answerId
    return { ...item, request, queuedAtMs: times[index] ?? item.queuedAtMs }
  })
}

/** Those that are on their way already, and the others. */
const parted = (
  waiting: readonly Waiting[],
  isUnderWay: (runId: string) => boolean,
): [sent: Waiting[], others: Waiting[]] => [
  waiting.filter(({ request }) => isUnderWay(request.runId)),
  waiting.filter(({ request }) => !isUnderWay(request.runId)),
]
