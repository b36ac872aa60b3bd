import { gt, inArray, lt, or } from 'drizzle-orm'
import { log } from '../observability/log.ts'
import { guesses } from '../store/schema.ts'
import { filterTopics } from '../store/replica.ts'
import type { Store } from '../store/store.ts'

/**
 * Kinds of attempts with separate limits. `code` is a wrong second-factor code, `reset` a request
 * for a new password, and `sign-in` a wrong guess of any other secret.
 */
type GuessedAt = 'sign-in' | 'code' | 'reset'

export type RecordedGuess = {
  id: string
  guesser: string
  isKnown: boolean
  account?: string | undefined
  /** Unix time in milliseconds. */
  at: number
}

export type GuessRecord = {
  earlier: readonly RecordedGuess[]
  /** Returns guesses that other servers stored in the same database since this process started. */
  elsewhere: () => readonly RecordedGuess[]
  add: (guess: RecordedGuess) => void
  remove: (guess: RecordedGuess) => void
}

/**
 * Returns a view of the record that contains only the guesses at one secret, such as one person's
 * code.
 * @param part prefix of `guesser` for this secret.
 */
export function recordOfPart(record: GuessRecord, part: string): GuessRecord {
  const isOfPart = ({ guesser }: RecordedGuess) =>
    part === '' ? /^(?:device|browsers|programs) /.test(guesser) : guesser.startsWith(part)
  const without = (one: RecordedGuess) => ({ ...one, guesser: one.guesser.slice(part.length) })
  return {
    earlier: record.earlier.filter(isOfPart).map(without),
    elsewhere: () => record.elsewhere().filter(isOfPart).map(without),
    add: (guess) => record.add({ ...guess, guesser: part + guess.guesser }),
    remove: (guess) => record.remove({ ...guess, guesser: part + guess.guesser }),
  }
}

export type GuessRecords = {
  of: (secret: GuessedAt) => GuessRecord
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

/** Interval at which guesses of other servers are read, in case a database notification is lost. */
const lookEveryMs = 1_000

/**
 * Loads the stored guesses. New guesses are written in the background, all guesses of one commit
 * together.
 * @param options.lifetimeMs age after which a guess is ignored.
 */
export async function openGuessRecords(
  { db, transaction, replica }: Pick<Store, 'db' | 'transaction' | 'replica'>,
  { clock, lifetimeMs }: { clock: () => number; lifetimeMs: number },
): Promise<GuessRecords> {
  const rows = await db.select().from(guesses).orderBy(guesses.at, guesses.id)
  const added = new Map<string, typeof guesses.$inferInsert>()
  const removed = new Set<string>()
  let writing: Promise<void> | undefined
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
  const stopListening = replica.wake.listen(filterTopics('guess', () => void readElsewhere()))
  const looking = replica.isShared
    ? setInterval(() => void readElsewhere(), lookEveryMs).unref()
    : undefined

  async function write(): Promise<void> {
    // Waits for the other guesses of this turn of the event loop, so that one write stores all of
    // them.
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
              // The clock may have been set back, so rows with a time in the future are also
              // deleted.
              gt(guesses.at, new Date(now + lifetimeMs)),
              inArray(guesses.id, ids),
            ),
          )
          if (values.length > 0) await within.insert(guesses).values(values)
        })
        replica.wake.tell('guess:')
      } catch (error) {
        // The limits in memory still count these guesses until a restart.
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
