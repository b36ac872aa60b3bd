import { gt, inArray, lt, or } from 'drizzle-orm'
import { log } from '../observability/log.ts'
import { guesses } from '../store/schema.ts'
import { hearing } from '../store/replica.ts'
import type { Store } from '../store/store.ts'

/** What has a limit of its own: codes of the second factor, and all else together. */
type GuessedAt = 'sign-in' | 'code'

export type RecordedGuess = {
  id: string
  /** A network or a browser. */
  guesser: string
  /** Whether it is a browser that has signed in before. */
  isKnown: boolean
  /** A digest of whose password it was guessed at. */
  account?: string | undefined
  /** Milliseconds since 1970. */
  at: number
}

/** The guesses of one limit, kept over a restart. */
export type GuessRecord = {
  /** Those of before the start, oldest first. */
  earlier: readonly RecordedGuess[]
  /** Those of other processes on the same database. */
  elsewhere: () => readonly RecordedGuess[]
  /** Neither waits nor throws. */
  add: (guess: RecordedGuess) => void
  /** For one that was right. Neither waits nor throws. */
  remove: (guess: RecordedGuess) => void
}

/**
 * What of a record is about one of several secrets of a kind, each with a limit of its own.
 *
 * @param part begins the names of those who guess at it; empty for the one that has no name, whose names begin with
 *   what they are (see `createGuessLimit`).
 */
export function recordOfPart(record: GuessRecord, part: string): GuessRecord {
  const isOfPart = ({ guesser }: RecordedGuess) =>
    part === ''
      ? /^(?:device|browsers|programs|providers) /.test(guesser)
      : guesser.startsWith(part)
  const without = (one: RecordedGuess) => ({ ...one, guesser: one.guesser.slice(part.length) })
  return {
    earlier: record.earlier.filter(isOfPart).map(without),
    elsewhere: () => record.elsewhere().filter(isOfPart).map(without),
    add: (guess) => record.add({ ...guess, guesser: part + guess.guesser }),
    remove: (guess) => record.remove({ ...guess, guesser: part + guess.guesser }),
  }
}

/** All guesses that count, as rows. */
export type GuessRecords = {
  of: (secret: GuessedAt) => GuessRecord
  /** Resolves when everything is written, or the store has refused it. */
  close: () => Promise<void>
}

const recordedIn = (rows: readonly (typeof guesses.$inferSelect)[], secret: GuessedAt) =>
  rows
    .filter((row) => row.secret === secret)
    .map(({ id, guesser, isKnown, account, at }) => ({
      id,
      guesser,
      isKnown,
      account: account ?? undefined,
      at: at.getTime(),
    }))

/** Where other processes guess too, should nobody have been woken. */
const lookEveryMs = 1_000

/**
 * Only guesses that are looked at come here, and of these a limit lets few pass, so neither rows nor commits
 * can become many: what comes while one commit is under way goes into the next one together. A row is there
 * within milliseconds, though nobody waits for it. Those that count nowhere any more go with the next commit.
 *
 * @param options.lifetimeMs after which a guess counts nowhere.
 */
export async function openGuessRecords(
  { db, transaction, replica }: Pick<Store, 'db' | 'transaction' | 'replica'>,
  { clock, lifetimeMs }: { clock: () => number; lifetimeMs: number },
): Promise<GuessRecords> {
  const rows = await db.select().from(guesses).orderBy(guesses.at, guesses.id)
  const added = new Map<string, typeof guesses.$inferInsert>()
  const removed = new Set<string>()
  let writing: Promise<void> | undefined
  /** Of this process, or read at its start. */
  const own = new Set(rows.map(({ id }) => id))
  let elsewhere: (typeof rows)[number][] = []

  async function readElsewhere(): Promise<void> {
    try {
      const all = await db.select().from(guesses).orderBy(guesses.at, guesses.id)
      elsewhere = all.filter(({ id }) => !own.has(id))
    } catch (error) {
      log().warn({ error }, 'Failed sign-in attempts at other servers could not be read.')
    }
  }
  const stopListening = replica.wake.listen(hearing('guess', () => void readElsewhere()))
  const looking = replica.isShared
    ? setInterval(() => void readElsewhere(), lookEveryMs).unref()
    : undefined

  async function write(): Promise<void> {
    // Whatever else is noted in this turn comes along.
    await Promise.resolve()
    while (added.size + removed.size > 0) {
      const now = clock()
      const [values, ids] = [[...added.values()], [...removed]]
      added.clear()
      removed.clear()
      try {
        await transaction(async ({ db: within }) => {
          await within.delete(guesses).where(
            or(
              lt(guesses.at, new Date(now - lifetimeMs)),
              // A clock that was set back must not keep them for ever.
              gt(guesses.at, new Date(now + lifetimeMs)),
              inArray(guesses.id, ids),
            ),
          )
          if (values.length > 0) await within.insert(guesses).values(values)
        })
        replica.wake.tell('guess:')
      } catch (error) {
        // The limits in memory hold on; it is only a restart that would forget these.
        log().error({ error }, 'Failed sign-in attempts could not be stored.')
      }
    }
  }

  const writeSoon = () => {
    writing ??= write().finally(() => {
      writing = undefined
    })
  }

  return {
    of: (secret) => ({
      earlier: recordedIn(rows, secret),
      elsewhere: () => (elsewhere.length > 0 ? recordedIn(elsewhere, secret) : []),
      add: ({ at, ...guess }) => {
        own.add(guess.id)
        added.set(guess.id, { ...guess, secret, at: new Date(at) })
        writeSoon()
      },
      remove: ({ id }) => {
        // One that waits needs no row at all.
        if (!added.delete(id)) removed.add(id)
        own.delete(id)
        writeSoon()
      },
    }),
    close: async () => {
      clearInterval(looking)
      stopListening()
      await writing
    },
  }
}
