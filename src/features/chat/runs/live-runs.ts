import { createStore } from 'zustand/vanilla'
import { resumeRun, startRun, stopRun } from '#api/chat/runs.ts'
import { isGoingOn, type Message, type StartRun } from '#contract/chat/chat.ts'
import { askedRun, attachedRun, continuedRun, type LiveRun } from './live-run.ts'
import { readRun, type RunEntry, type RunServer } from './read-run.ts'

/** Runs that nobody looks at are read on for this long, so that a glance elsewhere costs nothing. */
const leaveDelayMs = 2_000
/** Finished runs that wait to be seen by the query cache. */
const runsMax = 24

const none: readonly LiveRun[] = []

export type LiveRuns = ReturnType<typeof createLiveRuns>

/**
 * The runs that this page reads: of a conversation the newest one, and those that answer the same
 * question beside it.
 *
 * @param onChanged is called when a question is sent, when the server has it, and when its run ended.
 */
export function createLiveRuns(
  onChanged: (run: LiveRun, what: 'asked' | 'started' | 'ended') => void,
  server: RunServer = { start: startRun, resume: resumeRun, stop: stopRun },
) {
  const runs = createRunRegistry()

  async function read(run: LiveRun): Promise<void> {
    const entry = runs.find(run)
    if (!entry || entry.reading) return
    if (!(await readRun(entry, server, () => onChanged(run, 'started')))) return
    runs.changed()
    onChanged(run, 'ended')
  }
  const add = (run: LiveRun, hasBegun: boolean): LiveRun => {
    runs.add({ run, reading: undefined, hasBegun, isUnwanted: false })
    void read(run)
    return run
  }

  return {
    /** Changes when a run comes, ends or goes, not with its words. */
    store: runs.store,
    /** All of a conversation, the newest last; the same list until something changes. */
    all: runs.all,

    /**
     * Sends a question, or asks again. A run of another question that is still being read is left to the
     * server.
     *
     * @param begun the answer that is continued, as far as it is written.
     */
    ask(conversationId: string, request: StartRun, begun?: Message): LiveRun {
      const run = add(askedRun(conversationId, request, begun), false)
      onChanged(run, 'asked')
      return run
    },

    /** Reads on a run that the server says is going on. */
    attach(message: Message): void {
      const { run } = message
      if (run && !runs.has(run.id)) add(attachedRun(message, run.id), true)
    },

    /** Sends the same request again, or reads the same run on: nothing is asked twice. */
    retry: (run: LiveRun): void => void add(continuedRun(run), runs.hasBegun(run.runId)),

    /**
     * Lets the server stop the run. Its stream then ends, with all the text until there.
     *
     * @throws what `stopRun` throws; the run then goes on.
     */
    async stop(run: LiveRun): Promise<void> {
      const entry = runs.find(run)
      // The server cannot stop what it has not heard of yet.
      if (entry && !entry.hasBegun) entry.isUnwanted = true
      else await server.stop(run.runId)
    },

    /** Forgets a run: its messages are in the query cache, or nobody wants them. */
    release: (run: LiveRun): void => runs.release(run),

    look: createGaze(runs.entriesOf, (run) => void read(run)),
  }
}

function createRunRegistry() {
  /** By the run's id, the newest last. */
  const entries = new Map<string, RunEntry>()
  const store = createStore<{ lives: ReadonlyMap<string, readonly LiveRun[]> }>()(() => ({
    lives: new Map(),
  }))
  const entriesOf = (conversationId: string): RunEntry[] =>
    [...entries.values()].filter(({ run }) => run.conversationId === conversationId)
  const changed = () => store.setState({ lives: byConversation(entries.values()) })
  const find = (run: LiveRun): RunEntry | undefined => {
    const entry = entries.get(run.runId)
    return entry?.run === run ? entry : undefined
  }
  return {
    store,
    find,
    entriesOf,
    changed,
    has: (runId: string): boolean => entries.has(runId),
    hasBegun: (runId: string): boolean => entries.get(runId)?.hasBegun ?? false,
    all: (conversationId: string | undefined): readonly LiveRun[] =>
      (conversationId !== undefined && store.getState().lives.get(conversationId)) || none,

    /**
     * Takes the place of all runs of its conversation but those that answer the same question, and those that have
     * just answered the one before: without them all the chat would be gone until the query cache has seen them.
     */
    add(entry: RunEntry): void {
      const { run } = entry
      const others = entriesOf(run.conversationId)
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

    release(run: LiveRun): void {
      const entry = find(run)
      if (!entry) return
      entry.reading?.abort()
      entries.delete(run.runId)
      changed()
    },
  }
}

/** The server has the answer, and nothing more comes. */
const isOver = ({ hasBegun, run: { store } }: RunEntry): boolean =>
  hasBegun && !isGoingOn(store.getSnapshot())

function byConversation(entries: Iterable<RunEntry>): Map<string, readonly LiveRun[]> {
  const lives = new Map<string, LiveRun[]>()
  for (const { run } of entries) {
    const known = lives.get(run.conversationId)
    if (known) known.push(run)
    else lives.set(run.conversationId, [run])
  }
  return lives
}

/** Reads the runs of a conversation as long as somebody looks at it, and a little longer. */
function createGaze(
  entriesOf: (conversationId: string) => RunEntry[],
  read: (run: LiveRun) => void,
) {
  const leaving = new Map<string, ReturnType<typeof setTimeout>>()
  const leave = (conversationId: string) => {
    leaving.delete(conversationId)
    for (const entry of entriesOf(conversationId)) {
      // A run that has not begun must reach the server first.
      if (!entry.hasBegun) continue
      entry.reading?.abort()
      entry.reading = undefined
    }
  }
  /** Somebody looks at the conversation; the result says that they look no more. */
  return (conversationId: string): (() => void) => {
    clearTimeout(leaving.get(conversationId))
    leaving.delete(conversationId)
    for (const { run } of entriesOf(conversationId)) {
      if (isGoingOn(run.store.getSnapshot())) read(run)
    }
    return () => {
      leaving.set(
        conversationId,
        setTimeout(() => leave(conversationId), leaveDelayMs),
      )
    }
  }
}
