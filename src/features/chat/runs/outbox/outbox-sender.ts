import type { StartRun } from '#contract/chat/chat.ts'
import type { Waiting } from './outbox-storage.ts'

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
}

type Queue = {
  all: () => readonly Waiting[]
  of: (conversationId: string) => readonly Waiting[]
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
      const [first] = queue.of(conversationId)
      if (!first || first.isHeld || underWay.has(first.request.runId)) continue
      if (world.isBusy(conversationId)) continue
      const isPrepared = prepared.get(conversationId)
      if (isPrepared === undefined) prepare(conversationId)
      if (!isPrepared) continue
      underWay.add(first.request.runId)
      world.send(conversationId, first.request)
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
