import type { Context } from 'hono'

/** Streams that are open now, by whom they were let in as: a session or a key. */
const openOf = new Map<string, Set<() => void>>()

/**
 * Notes a stream of whoever sent the request, so that it can be cut off with its right to be there.
 *
 * @returns forgets it; call it when the stream has ended.
 */
export function noteStream(c: Context, cut: () => void): () => void {
  const owner = ownerOf(c)
  const forget = owner === undefined ? () => {} : noteStreamOf(owner, cut)
  const mayStay = guestRequests.get(c)
  if (!mayStay) return forget
  const guest = { mayStay, cut }
  guests.add(guest)
  return () => {
    guests.delete(guest)
    forget()
  }
}

type MayStay = () => Promise<boolean>

const guestRequests = new WeakMap<Context, MayStay>()
/** Open streams of people who read what somebody else shares. */
const guests = new Set<{ mayStay: MayStay; cut: () => void }>()

/** Notes that a request is allowed by somebody else's grant. @param mayStay whether it still is. */
export const noteGuest = (c: Context, mayStay: MayStay): void => void guestRequests.set(c, mayStay)

/** Ends streams of guests in this process whose grant has ended, or whose grant cannot be read. */
export async function cutRefusedGuests(): Promise<void> {
  await Promise.all(
    [...guests].map(async ({ mayStay, cut }) => {
      if (!(await mayStay().catch(() => false))) cut()
    }),
  )
}

/** The same for whoever is known in another way. @param owner the id of a session or key. */
export function noteStreamOf(owner: string, cut: () => void): () => void {
  const streams = openOf.get(owner) ?? new Set()
  openOf.set(owner, streams)
  streams.add(cut)
  return () => {
    streams.delete(cut)
    if (streams.size === 0 && openOf.get(owner) === streams) openOf.delete(owner)
  }
}

let tellOthers: (id: string) => void = () => {}

/** Has other processes cut the same streams. */
export function tellOfCuts(tell: (id: string) => void): void {
  tellOthers = tell
}

/** Ends the streams of a session or key that counts no longer, here and in other processes. @param id its id. */
export function cutStreams(id: string): void {
  cutStreamsHere(id)
  tellOthers(id)
}

/** The sessions and keys that have streams. */
export const streamOwners = (): string[] => [...openOf.keys()]

/** The same in this process alone. */
export function cutStreamsHere(id: string): void {
  // A stream that ends takes itself out of the set.
  for (const cut of openOf.get(id) ?? []) cut()
}

function ownerOf(c: Context): string | undefined {
  // Whichever guard let it in has left one of these.
  const { session, apiClient } = {
    session: c.get('session') as { id: string } | undefined,
    apiClient: c.get('apiClient') as { keyId?: string } | undefined,
  }
  return session?.id ?? apiClient?.keyId
}
