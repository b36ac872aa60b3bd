import type { Context } from 'hono'

const streamsByOwner = new Map<string, Set<() => void>>()

/**
 * Registers a stream, so that the stream ends when its session or API key is revoked.
 * @returns a function that unregisters the stream. Call it when the stream has ended.
 */
export function noteStream(c: Context, cut: () => void): () => void {
  streamCount++
  const unregister = registerStream(c, cut)
  let isOpen = true
  return () => {
    if (isOpen) streamCount--
    isOpen = false
    unregister()
  }
}

let streamCount = 0

/** Returns the number of open streams in this process. */
export const countStreams = (): number => streamCount

function registerStream(c: Context, cut: () => void): () => void {
  const owner = getOwner(c)
  const forget = owner === undefined ? () => {} : registerOwnedStream(owner, cut)
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
const guests = new Set<{ mayStay: MayStay; cut: () => void }>()

/**
 * Marks a request as one of a guest.
 * @param mayStay returns whether the guest's permission is still valid.
 */
export const noteGuest = (c: Context, mayStay: MayStay): void => void guestRequests.set(c, mayStay)

/** Ends streams of guests in this process whose permission has ended or cannot be read. */
export async function cutRefusedGuests(): Promise<void> {
  await Promise.all(
    [...guests].map(async ({ mayStay, cut }) => {
      if (!(await mayStay().catch(() => false))) cut()
    }),
  )
}

/** Registers a stream by the id of its session or API key. */
export function registerOwnedStream(owner: string, cut: () => void): () => void {
  const streams = streamsByOwner.get(owner) ?? new Set()
  streamsByOwner.set(owner, streams)
  streams.add(cut)
  return () => {
    streams.delete(cut)
    if (streams.size === 0 && streamsByOwner.get(owner) === streams) streamsByOwner.delete(owner)
  }
}

let tellOthers: (id: string) => void = () => {}

/** Sets the function that notifies other processes of revoked sessions and keys. */
export function broadcastRevocations(tell: (id: string) => void): void {
  tellOthers = tell
}

/**
 * Ends the streams of a revoked session or API key, in this process and in other processes.
 * @param id of the session or API key.
 */
export function cutStreams(id: string): void {
  cutStreamsHere(id)
  tellOthers(id)
}

export const streamOwners = (): string[] => [...streamsByOwner.keys()]

/** Ends the streams of a session or API key in this process only. */
export function cutStreamsHere(id: string): void {
  for (const cut of streamsByOwner.get(id) ?? []) cut()
}

function getOwner(c: Context): string | undefined {
  const session: { id: string } | undefined = c.get('session')
  const apiClient: { keyId?: string } | undefined = c.get('apiClient')
  return session?.id ?? apiClient?.keyId
}
