import { createAmbient } from '../process/ambient.ts'
import { nobody, readPersonWith } from '../process/current-person.ts'

/** Whose everything is as long as there are no accounts; the first account goes on under this id. */
export const firstOwnerId = 'owner'

/** Whose rows are meant by whatever is asked of the store: one person's, or for the server's upkeep everybody's. */
type Scope = { ownerId: string; guestId?: string } | 'server'

const current = createAmbient<Scope>()

/** Does `work` for one person: its queries find and change that person's rows alone, also those that run on after it. */
export const asOwner = <T>(ownerId: string, work: () => T | PromiseLike<T>): Promise<T> =>
  within({ ownerId }, work)

/**
 * Does `work` for the server itself, over the rows of everybody. For upkeep, and for what a secret opens
 * whoever shows it: a session, a key, a link. What is inserted then has to name its owner.
 */
export const asServer = <T>(work: () => T | PromiseLike<T>): Promise<T> => within('server', work)

/**
 * Does `work` on the rows of one person for another, whom they share something with. Whoever calls it has made sure
 * that the work is about that alone.
 */
export const asGuestOf = <T>(
  scope: { ownerId: string; guestId: string },
  work: () => T | PromiseLike<T>,
): Promise<T> => within(scope, work)

const within = <T>(scope: Scope, work: () => T | PromiseLike<T>): Promise<T> =>
  current.run(scope, () => begin(work))

function begin<T>(work: () => T | PromiseLike<T>): Promise<T> {
  try {
    const begun = work()
    // Every request comes this way, and each promise costs one that the scope has to be handed on to.
    return begun instanceof Promise ? (begun as Promise<T>) : settled(begun)
  } catch (error) {
    return Promise.reject(error)
  }
}

// Awaited within the scope: a query of Drizzle is asked only then.
const settled = async <T>(begun: T | PromiseLike<T>): Promise<T> => await begun

/** Whom the current work is done for; absent for the server's own. */
export function currentOwnerId(): string | undefined {
  const scope = current.get()
  return typeof scope === 'object' ? scope.ownerId : undefined
}

/** The same, before there are accounts too. @throws where work for everybody asks whose it is. */
export function ownerIdHere(): string {
  const scope = current.get()
  if (scope === 'server') throw new Error('This is done for one person, and nobody said for whom.')
  return scope?.ownerId ?? firstOwnerId
}

/** Who does the current work, and pays for it: the guest where it is done on the rows of somebody else. */
export function currentActorId(): string | undefined {
  const scope = current.get()
  return typeof scope === 'object' ? (scope.guestId ?? scope.ownerId) : undefined
}

readPersonWith(() => currentActorId() ?? nobody)

/** Whether this is done on the rows of somebody else. */
export function isGuest(): boolean {
  const scope = current.get()
  return typeof scope === 'object' && scope.guestId !== undefined
}

/** Returns the guest who works on the rows of somebody else. */
export function guestIdHere(): string | undefined {
  const scope = current.get()
  return typeof scope === 'object' ? scope.guestId : undefined
}

/** Does `work` for its owner, or for the guest who asked for it. */
export const asAskedBy = <T>(
  { ownerId, guestId }: { ownerId: string; guestId?: string | undefined },
  work: () => T | PromiseLike<T>,
): Promise<T> =>
  guestId === undefined ? asOwner(ownerId, work) : asGuestOf({ ownerId, guestId }, work)

/** Whether this is work over the rows of everybody. */
export const isServerScope = (): boolean => current.get() === 'server'

/** @returns calls `work` for whom the current work is done, whoever calls it. */
export const keepingOwner = <Args extends unknown[], T>(
  work: (...args: Args) => T,
): ((...args: Args) => T) => {
  const scope = current.get()
  return scope === undefined ? work : (...args) => current.run(scope, () => work(...args))
}

/** Whose a new row is where it does not say. */
export const ownerOfNewRow = (): string => currentOwnerId() ?? firstOwnerId
