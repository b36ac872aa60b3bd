import { sql } from 'drizzle-orm'
import { asServer, ownerIdHere } from '../../../store/owner-scope.ts'
import type { Store } from '../../../store/store.ts'
import { findRun, listToolCalls, type StoredRun } from '../../conversations/message-rows.ts'
import { LiveRun } from './live-run.ts'

/**
 * Time in milliseconds for which a copy is kept after its last reader has left, because readers
 * often reconnect.
 */
const unfollowedMs = 5_000

/** Copies of answers that other processes write, for readers that are connected to this process. */
export type MirroredRuns = {
  /**
   * Returns a copy that follows the database rows of an answer, or `undefined` if the answer has
   * ended.
   * @param stored the answer as just read.
   */
  of: (stored: StoredRun) => Promise<LiveRun | undefined>
  /**
   * Reads new rows of the copied answers.
   * @param isWhole also reads tool calls and ends, which other processes rarely announce.
   */
  look: (isWhole: boolean) => Promise<void>
  count: () => number
}

type Mirror = {
  live: LiveRun
  writerId: string
  seq: number
  base: { reasoning: string; text: string }
  calls: string
  unfollowedSince: number | undefined
}

type Piece = { runId: string; seq: number; reasoning: string; text: string; movedUpTo: number }

/**
 * Follows answers of other processes through their database rows. One query reads the new pieces of
 * all answers.
 */
export function createMirroredRuns(store: Store): MirroredRuns {
  const mirrors = new Map<string, Mirror>()
  const begun = new Map<string, Promise<Mirror | undefined>>()

  async function readPieces(): Promise<void> {
    const all = [...mirrors]
    const { rows } = await store.db.execute<Piece>(sql`
      select p.run_id as "runId", p.seq, p.reasoning, p.text, p.moved_up_to as "movedUpTo"
      from unnest(${sql.param(all.map(([id]) => id))}::text[], ${sql.param(all.map(([, { seq }]) => seq))}::int[])
        as known (id, seq)
      join run_pieces p on p.run_id = known.id and p.seq > known.seq order by p.run_id, p.seq`)
    for (const piece of rows) {
      const mirror = mirrors.get(piece.runId)
      if (mirror && piece.seq > mirror.seq) add(mirror, piece)
    }
  }

  async function readStates(): Promise<void> {
    const { rows } = await store.db.execute<{ id: string; writerId: string; calls: string }>(sql`
      select id, replica_id as "writerId", coalesce((select string_agg(index || status, ',' order by index)
        from tool_calls where message_id = runs.answer_id), '') as calls
      from runs where status = 'running' and id = any(${sql.param([...mirrors.keys()])}::text[])`)
    const running = new Map(rows.map((row) => [row.id, row]))
    for (const [id, mirror] of mirrors) {
      const row = running.get(id)
      const isOver = row?.writerId !== mirror.writerId
      if (isOver) {
        mirrors.delete(id)
        await end(store, mirror)
      } else if (row.calls !== mirror.calls) {
        mirror.calls = row.calls
        mirror.live.setCalls(await listToolCalls(store.db, [mirror.live.answerId]))
      }
      if (!isOver) forgetIfAlone(id, mirror)
    }
  }

  function forgetIfAlone(id: string, mirror: Mirror): void {
    const now = performance.now()
    mirror.unfollowedSince = mirror.live.isFollowed ? undefined : (mirror.unfollowedSince ?? now)
    if (now - (mirror.unfollowedSince ?? now) > unfollowedMs) mirrors.delete(id)
  }

  return {
    of: async (stored) => {
      const { id } = stored.run
      const known = mirrors.get(id)?.live
      if (known) return known
      const ownerId = ownerIdHere()
      const beginning = begun.get(id) ?? asServer(() => begin(store, stored, ownerId))
      begun.set(id, beginning)
      const mirror = await beginning.finally(() => begun.delete(id))
      if (mirror && !mirrors.has(id)) mirrors.set(id, mirror)
      return mirror && mirrors.get(id)?.live
    },
    look: (isWhole) =>
      asServer(async () => {
        if (mirrors.size === 0) return
        await readPieces()
        if (isWhole && mirrors.size > 0) await readStates()
      }),
    count: () => mirrors.size,
  }
}

/**
 * Creates the copy of an answer. Reads the state in one statement, because two statements could see
 * different states.
 */
async function begin(
  store: Store,
  stored: StoredRun,
  ownerId: string,
): Promise<Mirror | undefined> {
  const { rows } = await store.db.execute<{
    writerId: string | null
    reasoning: string | null
    text: string
    pieces: Piece[]
  }>(sql`
    select runs.replica_id as "writerId", messages.reasoning, messages.text,
      coalesce((select json_agg(json_build_object('seq', seq, 'reasoning', p.reasoning, 'text', p.text,
        'movedUpTo', moved_up_to) order by seq) from run_pieces p where run_id = runs.id), '[]') as pieces
    from runs join messages on messages.id = runs.answer_id
    where runs.id = ${stored.run.id} and runs.status = 'running'`)
  const [row] = rows
  if (!row?.writerId) return undefined
  const base = { reasoning: row.reasoning ?? '', text: row.text }
  const toolCalls = await listToolCalls(store.db, [stored.answerId])
  const live = new LiveRun({ ...stored, ownerId, begun: { ...base, toolCalls } })
  const { writerId } = row
  const mirror: Mirror = { live, writerId, seq: -1, base, calls: '', unfollowedSince: undefined }
  for (const piece of row.pieces) add(mirror, piece)
  return mirror
}

async function end({ db }: Store, { live }: Mirror): Promise<void> {
  const stored = await findRun(db, live.run.id)
  if (!stored || stored.run.status === 'running' || stored.run.status === 'waiting') {
    return live.leave()
  }
  // The writing process may have turned the text into reasoning at the very end.
  const isMoved = !stored.text.startsWith(live.text.toString())
  const movedUpTo = isMoved ? stored.reasoning.length : live.movedUpTo
  live.replaceWords({ ...stored, movedUpTo })
  live.setCalls(stored.toolCalls)
  live.settle(stored.run)
}

/**
 * Adds a stored piece of text to the copy. If text became reasoning, replaces everything since
 * `base`.
 */
function add(mirror: Mirror, { seq, reasoning, text, movedUpTo }: Piece): void {
  const { live, base } = mirror
  mirror.seq = seq
  if (movedUpTo === live.movedUpTo) return live.append({ reasoning, text })
  live.replaceWords({
    reasoning: base.reasoning + reasoning,
    text: base.text + text,
    movedUpTo,
  })
}
