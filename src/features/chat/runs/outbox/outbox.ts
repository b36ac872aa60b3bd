import { createStore } from 'zustand/vanilla'
import { outboxItems, type OutboxState, type OutboxStorage } from '#api/http/outbox.ts'
import type { StartRun } from '#contract/chat/chat.ts'
import { createSender, type OutboxWorld } from './outbox-sender.ts'
import { idOfWaiting, isSameQuestion, type Waiting } from './outbox-storage.ts'

export type QuestionOutbox = ReturnType<typeof createQuestionOutbox>

/**
 * How an answer ended. `badly`: the answer failed or was stopped. `unseen`: the end could not be
 * read and must be requested.
 */
export type RunEnd = 'well' | 'badly' | 'unseen'

const waitingMax = 50
const none: readonly Waiting[] = []

/**
 * Creates the queue of questions. A question is sent when the previous answer has ended and the
 * page is online.
 */
export function createQuestionOutbox(world: OutboxWorld, storage: OutboxStorage<Waiting>) {
  const store = createStore<OutboxState<Waiting>>()(() => ({ items: storage.read() }))
  const items = outboxItems(store, { storage, idOf: idOfWaiting, itemsMax: waitingMax })
  const of = perConversation(items.all)
  const { mine, arrange, replace } = createArranger({ items, of, tabId: world.tabId })
  const sender = createSender(world, { all: items.all, of, takeOver })

  function takeOver(tabId: string): void {
    const isLeft = (item: Waiting) => item.tabId === tabId
    // A third tab may have taken the questions over.
    items.readAgain()
    for (const { conversationId } of items.all().filter(isLeft)) {
      sender.noteUnknown(conversationId)
    }
    items.set(items.all().map((item) => (isLeft(item) ? mine(item) : item)))
    sender.pump()
  }

  return {
    store,
    /**
     * Returns the questions of a conversation. The array's identity changes only with its content.
     */
    of,
    hasRoomFor: items.hasRoomFor,
    pump: sender.pump,
    followOtherTabs: () => items.followOtherTabs(sender.pump),

    /**
     * Adds a question. Sends the question at once if no other question or answer precedes it.
     * @param requests the same question to one or several models.
     */
    add(conversationId: string, ...requests: readonly StartRun[]): void {
      sender.notePrepared(conversationId)
      const known = of(conversationId)
      const [onHold, going] = parted(known, ({ isHeld }) => isHeld)
      const queuedAtMs = Math.max(world.now(), (known.at(-1)?.queuedAtMs ?? 0) + 1)
      const added = following(going, requests, { conversationId, queuedAtMs, tabId: world.tabId })
      // New questions must not wait for questions that need a confirmation.
      if (onHold.length === 0) items.add(added)
      else arrange(conversationId, [...going, ...added, ...onHold], (going[0] ?? added[0])?.request)
      sender.pump()
    },

    edit: (runId: string, text: string): void => {
      const item = items.find(runId)
      if (!item || sender.isUnderWay(runId)) return
      replace(item.conversationId, (one) => (isSameQuestion(one, item) ? withText(one, text) : one))
    },

    remove: (runId: string): void => {
      const item = items.find(runId)
      if (!item) return
      const { conversationId } = item
      const [removed, others] = parted(of(conversationId), (one) => isSameQuestion(one, item))
      for (const one of removed) sender.forget(idOfWaiting(one))
      arrange(conversationId, others)
      sender.pump()
    },

    sendNow: (runId: string): void => {
      const item = items.find(runId)
      if (!item) return
      const { conversationId } = item
      const [sent, waiting] = parted(of(conversationId), ({ request }) =>
        sender.isUnderWay(request.runId),
      )
      const [chosen, others] = parted(waiting, (one) => isSameQuestion(one, item))
      const next = [...sent, ...chosen.map(released), ...others]
      arrange(conversationId, next.map(mine))
      sender.hurry(conversationId, runId)
    },

    arrived(runId: string): void {
      sender.forget(runId)
      if (items.find(runId)) items.remove(runId)
    },

    /**
     * Keeps a question that the server refused as outdated. After the user's confirmation, the
     * question follows the newer message `parentId`.
     */
    outdated(conversationId: string, request: StartRun, parentId: string): void {
      sender.forget(request.runId)
      const item = mine({ conversationId, request, queuedAtMs: world.now(), isHeld: true })
      arrange(conversationId, withOutdated(of(conversationId), item), { parentId })
    },

    ended(conversationId: string, runId: string, how: RunEnd): void {
      sender.forget(runId)
      const urgentId = sender.takeUrgent(conversationId)
      if (how === 'unseen') sender.noteUnknown(conversationId)
      if (how === 'badly' && of(conversationId).length > 0) {
        const goesOn = (id: string) => id === urgentId || sender.isUnderWay(id)
        replace(conversationId, (one) => (goesOn(idOfWaiting(one)) ? one : held(one)))
      }
      sender.pump()
    },
  }
}

type Arranged = {
  items: Pick<ReturnType<typeof outboxItems<Waiting>>, 'all' | 'set'>
  of: (conversationId: string) => readonly Waiting[]
  tabId: string | undefined
}

function createArranger({ items, of, tabId }: Arranged) {
  const mine = (item: Waiting): Waiting => (tabId === undefined ? item : { ...item, tabId })

  const arrange = (
    conversationId: string,
    next: readonly Waiting[],
    { parentId }: Pick<StartRun, 'parentId'> = of(conversationId)[0]?.request ?? {},
  ) => {
    const others = items.all().filter((item) => item.conversationId !== conversationId)
    items.set([...others, ...linked(next, parentId)])
  }
  const replace = (conversationId: string, change: (item: Waiting) => Waiting) =>
    arrange(conversationId, of(conversationId).map(change))
  return { mine, arrange, replace }
}

function following(
  going: readonly Waiting[],
  requests: readonly StartRun[],
  {
    conversationId,
    queuedAtMs,
    tabId: ownTabId,
  }: Pick<Waiting, 'conversationId' | 'queuedAtMs' | 'tabId'>,
): Waiting[] {
  const last = going.at(-1)
  const first = last && going.find((item) => isSameQuestion(item, last))
  // One tab sends all questions of a conversation, so that they are sent in order.
  const tabId = going[0] ? going[0].tabId : ownTabId
  return requests.map((request, at) => ({
    conversationId,
    request: first ? after(first.request, request) : request,
    queuedAtMs: queuedAtMs + at,
    isHeld: false,
    ...(tabId !== undefined && { tabId }),
  }))
}

const after = (last: StartRun, { parentId: _open, ...rest }: StartRun): StartRun => ({
  ...rest,
  parentId: last.answerId,
})

const released = ({ isOutdated: _seen, ...item }: Waiting): Waiting => ({ ...item, isHeld: false })

const held = (item: Waiting): Waiting => ({ ...item, isHeld: true })

function withOutdated(known: readonly Waiting[], item: Waiting): Waiting[] {
  const isSame = (one: Waiting) => isSameQuestion(one, item)
  const next = known.some(isSame) ? known : [item, ...known]
  return next.map((one) => ({ ...held(one), ...(isSame(one) && { isOutdated: true }) }))
}

const withText = (item: Waiting, text: string): Waiting => {
  const { question } = item.request
  return question
    ? { ...item, request: { ...item.request, question: { ...question, text } } }
    : item
}

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

function linked(next: readonly Waiting[], firstParentId: string | undefined): Waiting[] {
  let parentId = firstParentId
  let before = next[0]
  const times = next.map(({ queuedAtMs }) => queuedAtMs).toSorted((a, b) => a - b)
  return next.map((item, index) => {
    // The next question follows the answer of the first of several models.
    if (before && !isSameQuestion(before, item)) {
      parentId = before.request.answerId
      before = item
    }
    const { parentId: _old, ...rest } = item.request
    const request = parentId === undefined ? rest : { ...rest, parentId }
    return { ...item, request, queuedAtMs: times[index] ?? item.queuedAtMs }
  })
}

const parted = (
  waiting: readonly Waiting[],
  isOne: (item: Waiting) => boolean,
): [those: Waiting[], others: Waiting[]] => [
  waiting.filter(isOne),
  waiting.filter((item) => !isOne(item)),
]
