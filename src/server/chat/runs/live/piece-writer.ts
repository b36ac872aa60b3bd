import { inArray, sql } from 'drizzle-orm'
import { runPieces } from '../../../store/schema.ts'
import { asServer } from '../../../store/owner-scope.ts'
import type { Store } from '../../../store/store.ts'
import type { LiveRun, Position } from './live-run.ts'

/**
 * Interval between writes in milliseconds. If the process is killed, the text of this time is lost.
 */
const flushMs = 100
const retryMs = 1_000

type Written = {
  seq: number
  upTo: Position
  base: Position
  /**
   * `LiveRun.movedUpTo` at the last write. After a change, the written pieces are replaced, because
   * text has become reasoning.
   */
  movedUpTo: number
}

export type PieceWriter = {
  touch: (live: LiveRun) => void
  /**
   * Marks the current content as stored in the message, so that only later text is written as
   * pieces.
   */
  skip: (live: LiveRun) => void
  release: (live: LiveRun) => Promise<void>
  flush: () => Promise<void>
}

/** Appends the text of all running answers to the database, many answers in one statement. */
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
        await asServer(() => write(lives))
      } catch {
        // Each answer is written separately, so that a deleted conversation does not block the
        // others.
        for (const live of lives) {
          await asServer(() => write([live])).catch((error: unknown) => keep(live, error))
        }
      }
    })
    return writing
  }

  const write = async (lives: readonly LiveRun[]) => {
    const pieces = lives.map((live) => nextPiece(live, written.get(live)))
    const rows = pieces.map(({ row }) => row).filter(({ reasoning, text }) => reasoning || text)
    const moved = pieces.filter(({ isMoved }) => isMoved).map(({ row }) => row.runId)
    if (moved.length > 0) {
      await store.transaction(async ({ db }) => {
        await db.delete(runPieces).where(inArray(runPieces.runId, moved))
        if (rows.length > 0) await db.insert(runPieces).values(rows)
      })
    } else if (rows.length > 0) {
      // With several servers, only answers that still belong to this process are written.
      if (store.replica.isShared) await insertOwn(store, rows)
      else await store.db.insert(runPieces).values(rows)
    }
    if (rows.length > 0) store.replica.wake.tell(`words:${store.replica.id}`)
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
      const seq = written.get(live)?.seq ?? 0
      written.set(live, { seq, upTo, base: upTo, movedUpTo: live.movedUpTo })
    },
    release(live) {
      dirty.delete(live)
      return writing
    },
    flush,
  }
}

type PieceRow = ReturnType<typeof nextPiece>['row']

async function insertOwn({ db, replica }: Store, rows: readonly PieceRow[]): Promise<void> {
  const column = <Key extends keyof PieceRow>(key: Key) => sql.param(rows.map((row) => row[key]))
  await db.execute(sql`
    insert into run_pieces (owner_id, run_id, seq, reasoning, text, moved_up_to)
    select piece.* from unnest(${column('ownerId')}::text[], ${column('runId')}::text[], ${column('seq')}::int[],
      ${column('reasoning')}::text[], ${column('text')}::text[], ${column('movedUpTo')}::int[])
      as piece (owner_id, run_id, seq, reasoning, text, moved_up_to)
    where exists (select 1 from runs where runs.id = piece.run_id and status = 'running'
      and replica_id = ${replica.id})`)
}

const beginning: Position = { reasoning: 0, text: 0 }

function nextPiece(
  live: LiveRun,
  before: Written = { seq: 0, upTo: beginning, base: beginning, movedUpTo: 0 },
) {
  const { seq, base } = before
  const isMoved = live.movedUpTo !== before.movedUpTo
  const upTo = isMoved ? base : before.upTo
  const reasoning = live.reasoning.after(upTo.reasoning)
  const text = live.text.after(upTo.text)
  return {
    isMoved,
    row: {
      ownerId: live.ownerId,
      runId: live.run.id,
      seq,
      reasoning,
      text,
      movedUpTo: live.movedUpTo,
    },
    written: {
      base,
      movedUpTo: live.movedUpTo,
      seq: seq + 1,
      upTo: { reasoning: upTo.reasoning + reasoning.length, text: upTo.text + text.length },
    },
  }
}
