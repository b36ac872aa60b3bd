import type { StartRun } from '#contract/chat/chat.ts'
import { isSameQuestion, type Waiting } from './outbox-storage.ts'

export interface OutboxWorld {
  send: (conversationId: string, request: StartRun) => void
  stop: (conversationId: string) => void
  isBusy: (conversationId: string) => boolean
  /**
   * Loads a conversation that is not open, so that its running answer is known. Rejects if the
   * server is unreachable.
   */
  prepare: (conversationId: string) => Promise<void>
  isOnline: () => boolean
  now: () => number
  later: (callback: () => void, ms: number) => void
  /** Undefined if each tab sends all questions. */
  tabId: string | undefined
  /** Resolves once another tab is closed or frozen. */
  waitForTabEnd: (tabId: string) => Promise<void>
}

type Queue = {
  all: () => readonly Waiting[]
  of: (conversationId: string) => readonly Waiting[]
  /** Makes this tab send the questions of a tab that is closed or frozen. */
  takeOver: (tabId: string) => void
}

const prepareAgainMs = 5_000

export function createSender(world: OutboxWorld, queue: Queue) {
  const underWay = new Set<string>()
  /** The question of each conversation that is sent once its answer has stopped. */
  const urgent = new Map<string, string>()
  /**
   * Conversations whose state was requested from the server, by id. True once the state is known.
   */
  const prepared = new Map<string, boolean>()
  const awaitedTabs = new Set<string>()

  function awaitEnd(tabId: string): void {
    if (awaitedTabs.has(tabId)) return
    awaitedTabs.add(tabId)
    world
      .waitForTabEnd(tabId)
      .then(() => queue.takeOver(tabId))
      .catch(console.warn)
      .finally(() => awaitedTabs.delete(tabId))
  }

  function prepare(conversationId: string): void {
    prepared.set(conversationId, false)
    world
      .prepare(conversationId)
      .then(() => {
        prepared.set(conversationId, true)
        pump()
      })
      .catch(() => {
        prepared.delete(conversationId)
        world.later(pump, prepareAgainMs)
      })
  }

  function pump(): void {
    if (!world.isOnline()) return
    for (const conversationId of new Set(queue.all().map((item) => item.conversationId))) {
      const waiting = queue.of(conversationId)
      const [first] = waiting
      if (!first || first.isHeld) continue
      if (world.tabId !== undefined && first.tabId !== undefined && first.tabId !== world.tabId) {
        awaitEnd(first.tabId)
        continue
      }
      const unsent = waiting.filter(
        (item) => isSameQuestion(item, first) && !underWay.has(item.request.runId),
      )
      if (unsent.length === 0 || world.isBusy(conversationId)) continue
      const isPrepared = prepared.get(conversationId)
      if (isPrepared === undefined) prepare(conversationId)
      if (!isPrepared) continue
      for (const { request } of unsent) underWay.add(request.runId)
      for (const { request } of unsent) world.send(conversationId, request)
    }
  }

  return {
    pump,
    isUnderWay: (runId: string): boolean => underWay.has(runId),
    forget: (runId: string): void => void underWay.delete(runId),
    notePrepared: (conversationId: string): void => void prepared.set(conversationId, true),
    noteUnknown: (conversationId: string): void => void prepared.delete(conversationId),
    hurry(conversationId: string, runId: string): void {
      prepared.set(conversationId, true)
      if (world.isBusy(conversationId)) {
        urgent.set(conversationId, runId)
        world.stop(conversationId)
      } else pump()
    },
    takeUrgent(conversationId: string): string | undefined {
      const taken = urgent.get(conversationId)
      urgent.delete(conversationId)
      return taken
    },
  }
}
