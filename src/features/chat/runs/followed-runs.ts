import { createStore } from 'zustand/vanilla'
import { resumeRun, startRun, stopRun } from '#api/chat/runs.ts'
import { isRunActive, type Message, type StartRun } from '#contract/chat/chat.ts'
import { askedRun, attachedRun, continuedRun, type FollowedRun } from './followed-run.ts'
import { readRun, type RunEntry, type RunServer } from './read-run.ts'

/**
 * Milliseconds for which a hidden run is still read. If the user returns within this time, no new
 * request is needed.
 */
const leaveDelayMs = 2_000
const runsMax = 24

const none: readonly FollowedRun[] = []

export type FollowedRuns = ReturnType<typeof createFollowedRuns>

/**
 * Manages the runs that this page reads.
 * @param onChanged called when a question is sent, when the server has received it, and when its
 * run ends.
 * @param isAwaited returns whether a queued question waits for the end of a run of a conversation.
 * Such runs are read even while hidden.
 */
export function createFollowedRuns(
  onChanged: (run: FollowedRun, what: 'asked' | 'started' | 'ended') => void,
  server: RunServer = { start: startRun, resume: resumeRun, stop: stopRun },
  isAwaited: (conversationId: string) => boolean = () => false,
) {
  const runs = createRunRegistry()

  async function read(run: FollowedRun): Promise<void> {
    const entry = runs.find(run)
    if (!entry || entry.reading) return
    if (!(await readRun(entry, server, () => onChanged(run, 'started')))) return
    runs.changed()
    onChanged(run, 'ended')
  }
  const add = (run: FollowedRun, hasBegun: boolean): FollowedRun => {
    runs.add({ run, reading: undefined, hasBegun, isUnwanted: false })
    void read(run)
    return run
  }

  return {
    /** Changes when a run is added, ends or is removed, but not when its text changes. */
    store: runs.store,
    /**
     * Returns the runs of a conversation, newest last. The array's identity changes only with its
     * content.
     */
    all: runs.all,

    /**
     * Sends a question, or requests another answer. Running answers to other questions continue on
     * the server.
     * @param begun the incomplete answer to continue.
     */
    ask(conversationId: string, request: StartRun, begun?: Message): FollowedRun {
      const run = add(askedRun(conversationId, request, begun), false)
      onChanged(run, 'asked')
      return run
    },

    attach(message: Message): void {
      const { run } = message
      if (run && !runs.has(run.id)) add(attachedRun(message, run.id), true)
    },

    /** Sends the same request again, or continues reading. The ids make the retry idempotent. */
    retry: (run: FollowedRun): void => void add(continuedRun(run), runs.hasBegun(run.runId)),

    /**
     * Stops the run on the server. Keeps the received text.
     * @throws the errors of `stopRun`. The run then continues.
     */
    async stop(run: FollowedRun): Promise<void> {
      const entry = runs.find(run)
      // The server can stop a run only after the server has received the request.
      if (entry && !entry.hasBegun) entry.isUnwanted = true
      else await server.stop(run.runId)
    },

    release: (run: FollowedRun): void => runs.release(run),

    look: createVisibilityTracker(runs.entriesOf, { read: (run) => void read(run), isAwaited }),
  }
}

function createRunRegistry() {
  const entries = new Map<string, RunEntry>()
  const store = createStore<{ lives: ReadonlyMap<string, readonly FollowedRun[]> }>()(() => ({
    lives: new Map(),
  }))
  const getEntries = (conversationId: string): RunEntry[] =>
    [...entries.values()].filter(({ run }) => run.conversationId === conversationId)
  const changed = () => store.setState({ lives: byConversation(entries.values()) })
  const find = (run: FollowedRun): RunEntry | undefined => {
    const entry = entries.get(run.runId)
    return entry?.run === run ? entry : undefined
  }
  return {
    store,
    find,
    entriesOf: getEntries,
    changed,
    has: (runId: string): boolean => entries.has(runId),
    hasBegun: (runId: string): boolean => entries.get(runId)?.hasBegun ?? false,
    all: (conversationId: string | undefined): readonly FollowedRun[] =>
      (conversationId !== undefined && store.getState().lives.get(conversationId)) || none,

    /**
     * Replaces the runs of a conversation. Keeps runs that answer the same question, and runs whose
     * answers may not be in the query cache yet.
     */
    add(entry: RunEntry): void {
      const { run } = entry
      const others = getEntries(run.conversationId)
      const before = others.find((other) => other.run.answer.id === run.question?.parentId)
      for (const other of others) {
        const { parentId, id } = other.run.answer
        if (parentId === run.answer.parentId && id !== run.answer.id) continue
        if (before && parentId === before.run.answer.parentId && isOver(other)) continue
        other.reading?.abort()
        entries.delete(other.run.runId)
      }
      entries.delete(run.runId)
      entries.set(run.runId, entry)
      for (const [id, old] of entries) {
        if (entries.size <= runsMax) break
        if (!old.reading && id !== run.runId) entries.delete(id)
      }
      changed()
    },

    release(run: FollowedRun): void {
      const entry = find(run)
      if (!entry) return
      entry.reading?.abort()
      entries.delete(run.runId)
      changed()
    },
  }
}

const isOver = ({ hasBegun, run: { store } }: RunEntry): boolean =>
  hasBegun && !isRunActive(store.getSnapshot())

function byConversation(entries: Iterable<RunEntry>): Map<string, readonly FollowedRun[]> {
  const lives = new Map<string, FollowedRun[]>()
  for (const { run } of entries) {
    const known = lives.get(run.conversationId)
    if (known) known.push(run)
    else lives.set(run.conversationId, [run])
  }
  return lives
}

/**
 * Reads the runs of a conversation while the conversation is visible, and for a short time
 * afterwards.
 */
function createVisibilityTracker(
  entriesOf: (conversationId: string) => RunEntry[],
  {
    read,
    isAwaited,
  }: { read: (run: FollowedRun) => void; isAwaited: (conversationId: string) => boolean },
) {
  const leaving = new Map<string, ReturnType<typeof setTimeout>>()
  const leave = (conversationId: string) => {
    leaving.delete(conversationId)
    if (isAwaited(conversationId)) return
    for (const entry of entriesOf(conversationId)) {
      if (!entry.hasBegun) continue
      entry.reading?.abort()
      entry.reading = undefined
    }
  }
  return (conversationId: string): (() => void) => {
    clearTimeout(leaving.get(conversationId))
    leaving.delete(conversationId)
    for (const { run } of entriesOf(conversationId)) {
      if (isRunActive(run.store.getSnapshot())) read(run)
    }
    return () => {
      leaving.set(
        conversationId,
        setTimeout(() => leave(conversationId), leaveDelayMs),
      )
    }
  }
}
