import type { ChatDelta, ChatRequest, RelayChat } from './chat-provider.ts'

/** Deltas that may wait for a reader before the service is told to wait too. */
const waitingMax = 64

/** The answer that `relay` hands on, for who wants to read it at a pace of his own. @throws as `relay`. */
export async function* deltasOf(
  relay: RelayChat,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatDelta> {
  const stop = new AbortController()
  const hangUp = () => stop.abort(signal.reason)
  if (signal.aborted) hangUp()
  signal.addEventListener('abort', hangUp, { once: true })
  let waiting: ChatDelta[] = []
  let isOver = false
  let wake: (() => void) | undefined
  let makeRoom: (() => void) | undefined
  const relaying = relay(request, stop.signal, (delta) => {
    waiting.push(delta)
    wake?.()
    if (waiting.length < waitingMax) return undefined
    return new Promise<void>((resolve) => {
      makeRoom = resolve
    })
  }).finally(() => {
    isOver = true
    wake?.()
  })
  // It is looked at when all that came before has been read.
  relaying.catch(() => {})
  try {
    for (;;) {
      const due = waiting
      waiting = []
      makeRoom?.()
      makeRoom = undefined
      yield* due
      if (waiting.length > 0) continue
      if (isOver) break
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    await relaying
  } finally {
    signal.removeEventListener('abort', hangUp)
    // Whoever reads no further wants no more of it.
    stop.abort(new DOMException('The answer is read no further.', 'AbortError'))
  }
}
