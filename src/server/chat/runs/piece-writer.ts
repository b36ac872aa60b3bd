import { runPieces } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { LiveRun, Position } from './live-run.ts'

/** What a kill of the process may cost at most, in time. */
const flushMs = 100
const retryMs = 1_000

type Written = { seq: number; upTo: Position }

export type PieceWriter = {
  /** There are new words; they are in the store 100 ms later. */
  touch: (live: LiveRun) => void
  /** What it has now is in the store otherwise; only what comes later is written. */
  skip: (live: LiveRun) => void
  /** Writes no more of this run; resolves when what was under way is done. */
  release: (live: LiveRun) => Promise<void>
  /** Writes everything now. */
  flush: () => Promise<void>
}

/** Appends the words of all running answers to the store, many runs in one statement. */
export function createPieceWriter(store: Store): PieceWriter {
  const dirty = new Set<LiveRun>()
  const written = new WeakMap<LiveRun, Written>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const schedule = (afterMs: number) => {
    timer ??= setTimeout(() => void flush(), afterMs)
  }

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(async () => {
      const lives = [...dirty]
      dirty.clear()
      try {
        await write(lives)
      } catch {
        // One run's conversation may be gone; the others must not suffer. Each alone says why it fails.
        for (const live of lives) await write([live]).catch((error: unknown) => keep(live, error))
      }
    })
    return writing
  }

  const write = async (lives: readonly LiveRun[]) => {
    const pieces = lives.map((live) => nextPiece(live, written.get(live)))
    const rows = pieces.map(({ row }) => row).filter(({ reasoning, text }) => reasoning || text)
    if (rows.length > 0) await store.db.insert(runPieces).values(rows)
    for (const [index, live] of lives.entries()) {
      const piece = pieces[index]
      if (piece) written.set(live, piece.written)
    }
  }

  const keep = (live: LiveRun, error: unknown) => {
    if (live.signal.aborted) return
    console.error(`Text of run ${live.run.id} is not stored yet.`, error)
    dirty.add(live)
    schedule(retryMs)
  }

  return {
    touch(live) {
      dirty.add(live)
      schedule(flushMs)
    },
    skip(live) {
      const upTo = { reasoning: live.reasoning.length, text: live.text.length }
      written.set(live, { seq: written.get(live)?.seq ?? 0, upTo })
    },
    release(live) {
      dirty.delete(live)
      return writing
    },
    flush,
  }
}

function nextPiece(
  live: LiveRun,
  { seq, upTo }: Written = { seq: 0, upTo: { reasoning: 0, text: 0 } },
) {
  const reasoning = live.reasoning.after(upTo.reasoning)
  const text = live.text.after(upTo.text)
  return {
    row: { runId: live.run.id, seq, reasoning, text },
    written: {
      seq: seq + 1,
      upTo: { reasoning: upTo.reasoning + reasoning.length, text: upTo.text + text.length },
    },
  }
}
