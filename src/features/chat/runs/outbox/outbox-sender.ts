import type { StartRun } from '#contract/chat/chat.ts'
import type { Waiting } from './outbox-storage.ts'

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

type Queue = {
  all: () => readonly Waiting[]
  of: (conversationId: string) => readonly Waiting[]
}

const prepareAgainMs = 5_000

/** Sends the first question of each conversation as soon as nothing stands in its way. */
export function createSender(world: OutboxWorld, queue: Queue) {
  /** Sent by this page; whether they have arrived is not known yet. */
  const underWay = new Set<string>()
  /** To be sent next, whatever becomes of the answer before. */
  let urgentId: string | undefined
  /** Whether the server has been asked what goes on in a conversation; absent: not yet. */
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
    /** This page knows what goes on in the conversation. */
    notePrepared: (conversationId: string): void => void prepared.set(conversationId, true),
    /** Nobody here knows any more; the server is asked before anything is sent there. */
    noteUnknown: (conversationId: string): void => void prepared.delete(conversationId),
    /** Sends this question next, and stops the answer that it would wait for. */
    hurry(conversationId: string, runId: string): void {
      prepared.set(conversationId, true)
      if (world.isBusy(conversationId)) {
        urgentId = runId
        world.stop(conversationId)
      } else pump()
    },
    /** The question that was hurried, once. */
    takeUrgent(): string | undefined {
      const taken = urgentId
      urgentId = undefined
      return taken
    },
  }
}
