import { createAmbient } from '../process/ambient.ts'
import { nobody, setPersonReader } from '../process/current-person.ts'

/** Owner of all rows while there are no accounts. The first account keeps this id. */
export const firstOwnerId = 'owner'

/** The owner whose rows queries may access. `server` gives access to all rows, for maintenance. */
type Scope = { ownerId: string; guestId?: string } | 'server'

const current = createAmbient<Scope>()

/**
 * Runs `work` with access to one person's rows only, including asynchronous work that it starts.
 */
export const asOwner = <T>(ownerId: string, work: () => T | PromiseLike<T>): Promise<T> =>
  within({ ownerId }, work)

/**
 * Runs `work` with access to all rows, for maintenance, and for secrets such as sessions, keys and
 * links. Inserted rows must contain their owner.
 */
export const asServer = <T>(work: () => T | PromiseLike<T>): Promise<T> => within('server', work)

/**
 * Runs `work` on the owner's rows on behalf of a guest. The caller must ensure that `work` uses
 * only rows to which the owner has given the guest access.
 */
export const asGuest = <T>(
  scope: { ownerId: string; guestId: string },
  work: () => T | PromiseLike<T>,
): Promise<T> => within(scope, work)

const within = <T>(scope: Scope, work: () => T | PromiseLike<T>): Promise<T> =>
  current.run(scope, () => begin(work))

function begin<T>(work: () => T | PromiseLike<T>): Promise<T> {
  try {
    const begun = work()
    // This function is not async, because every request calls it and each promise would copy the
    // scope.
    return begun instanceof Promise ? (begun as Promise<T>) : settled(begun)
  } catch (error) {
    return Promise.reject(error)
  }
}

// Awaits within the scope, because Drizzle runs a query only when the query is awaited.
const settled = async <T>(begun: T | PromiseLike<T>): Promise<T> => await begun

/** Returns the current owner's id, or `undefined` for work of the server. */
export function currentOwnerId(): string | undefined {
  const scope = current.get()
  return typeof scope === 'object' ? scope.ownerId : undefined
}

/**
 * Returns the current owner's id, even without accounts.
 * @throws in the scope of the server.
 */
export function ownerIdHere(): string {
  const scope = current.get()
  if (scope === 'server') throw new Error('This is done for one person, and nobody said for whom.')
  return scope?.ownerId ?? firstOwnerId
}

/**
 * Returns the id of the person who acts and pays: the guest if there is one, otherwise the owner.
 */
export function currentActorId(): string | undefined {
  const scope = current.get()
  return typeof scope === 'object' ? (scope.guestId ?? scope.ownerId) : undefined
}

setPersonReader(() => currentActorId() ?? nobody)

export function isGuest(): boolean {
  const scope = current.get()
  return typeof scope === 'object' && scope.guestId !== undefined
}

export function guestIdHere(): string | undefined {
  const scope = current.get()
  return typeof scope === 'object' ? scope.guestId : undefined
}

/** Runs `work` as the guest on the owner's rows if there is a guest, otherwise as the owner. */
export const asAskedBy = <T>(
  { ownerId, guestId }: { ownerId: string; guestId?: string | undefined },
  work: () => T | PromiseLike<T>,
): Promise<T> =>
  guestId === undefined ? asOwner(ownerId, work) : asGuest({ ownerId, guestId }, work)

export const isServerScope = (): boolean => current.get() === 'server'

/**
 * Binds `work` to the current owner or guest.
 * @returns a function that runs `work` in this scope, wherever the function is called.
 */
export const keepingOwner = <Args extends unknown[], T>(
  work: (...args: Args) => T,
): ((...args: Args) => T) => {
  const scope = current.get()
  return scope === undefined ? work : (...args) => current.run(scope, () => work(...args))
}

export const ownerOfNewRow = (): string => currentOwnerId() ?? firstOwnerId
