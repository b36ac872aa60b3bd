import { eq } from 'drizzle-orm'
import { deletionGraceDays, type Person } from '#contract/access/people.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { cutStreams } from '../../http/open-streams.ts'
import { asServer } from '../../store/owner-scope.ts'
import { apiKeys } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { SecondFactor } from '../second-factor/second-factor.ts'
import type { BrowserSessions } from '../sessions.ts'
import { deletePersonalRows } from './delete-rows.ts'
import { handOver } from './hand-over.ts'
import type { Caller, PeopleStore } from './people.ts'

export type Deletions = {
  /**
   * Schedules the deletion of a person with all data in a week.
   * @param by id of the person who requests the deletion. An admin's request also disables the
   * account.
   * @throws {HttpError} the errors of `PeopleStore.change`, or `conflict` if there are no accounts.
   */
  scheduleDeletion: (id: string, by: string) => Promise<Person>
  /**
   * Cancels a deletion.
   * @throws {HttpError} `conflict` if none is scheduled, or `forbidden` if an admin requested it.
   */
  keep: (id: string, by: Caller) => Promise<Person>
  deleteDue: () => Promise<string[]>
  /**
   * Transfers chats and models of a disabled account to another person.
   * @throws {HttpError} `not_found` or `conflict`.
   */
  handOver: (from: string, to: string) => Promise<void>
}

type DeletionsOptions = {
  people: PeopleStore
  sessions: BrowserSessions
  factor: Pick<SecondFactor, 'forget'>
  audit: Audit
  clock: () => number
  changed: () => void
}

export function createDeletions(
  store: Store,
  { people, sessions, factor, audit, clock, changed }: DeletionsOptions,
): Deletions {
  return {
    async scheduleDeletion(id, by) {
      if (!people.areOn()) throw new HttpError('conflict', 'Turn on accounts first.')
      const deleteAt = new Date(clock() + deletionGraceDays * 24 * 3_600_000)
      const isOwn = id === by
      const person = await people.change(id, {
        deleteAt,
        deleteBy: by,
        ...(!isOwn && { isOff: true }),
      })
      if (!isOwn) await sessions.endAll(id)
      audit.note({ kind: 'person_deletion_set', subject: `${person.email}: ${person.deletesAt}` })
      return person
    },
    async keep(id, by) {
      const row = people.find(id)
      if (!row?.deleteAt) throw new HttpError('conflict', 'No deletion is under way.')
      if (row.deleteBy !== id && by.role !== 'admin') {
        throw new HttpError('forbidden', 'An admin requested this. Ask them to cancel it.')
      }
      const isOff = row.deleteBy === id ? row.isOff : false
      const person = await people.change(id, { deleteAt: null, deleteBy: null, isOff })
      audit.note({ kind: 'person_deletion_ended', subject: person.email })
      return person
    },
    async deleteDue() {
      const due = people.list().filter((one) => Date.parse(one.deletesAt ?? '') <= clock())
      for (const { id, email } of due) {
        const open = await sessions.list(id)
        const keys = await asServer(() =>
          store.db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.ownerId, id)),
        )
        await people.change(id, { isOff: true })
        await sessions.endAll(id)
        await deletePersonalRows(store, id)
        people.forget(id)
        factor.forget(id)
        for (const one of [...open, ...keys]) cutStreams(one.id)
        changed()
        audit.note({ kind: 'person_deleted', subject: email })
      }
      return due.map(({ id }) => id)
    },
    async handOver(from, to) {
      const [giver, taker] = [people.find(from), people.find(to)]
      if (!giver || !taker) throw new HttpError('not_found', 'No person has this id.')
      if (from === to) throw new HttpError('conflict', 'Choose someone else.')
      if (!giver.isOff) {
        throw new HttpError(
          'conflict',
          'This account is still in use. Turn it off first, then hand over its chats and models.',
        )
      }
      await audit.record({
        kind: 'person_handed_over',
        subject: `${giver.email} to ${taker.email}`,
      })
      await handOver(store, { from, to })
    },
  }
}
