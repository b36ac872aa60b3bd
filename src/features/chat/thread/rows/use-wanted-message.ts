import { useEffect, useRef, type RefObject } from 'react'
import { idSchema } from '#contract/id.ts'
import type { Message } from '#contract/chat/chat.ts'
import { takeOpenedHit } from '../find/opened-hit.ts'
import type { ThreadHandle } from '../thread-handle.ts'
import type { Turn } from '../../messages/thread.ts'

type Shown = {
  messages: readonly Message[]
  turns: readonly Turn[]
  show: (messageId: string) => void
}

const markedMs = 2_000

async function markHit(handle: ThreadHandle, id: string): Promise<void> {
  const words = takeOpenedHit(id)
  if (words.length === 0) return
  try {
    const { markWords } = await import('../find/mark-words.ts')
    markWords(handle, { messageId: id, words })
  } catch (error) {
    // The message is visible anyway, so a failure is only logged.
    console.warn('The words found could not be marked.', error)
  }
}

export function useWantedMessage(
  conversationId: string | undefined,
  { messages, turns, show }: Shown,
  thread: RefObject<ThreadHandle | null>,
): void {
  const done = useRef('')

  useEffect(() => {
    const wanted = idSchema.safeParse(location.hash.slice(1))
    if (!wanted.success || conversationId === undefined) return
    const id = wanted.data
    if (!messages.some((message) => message.id === id)) return
    if (!turns.some(({ message }) => message.id === id)) {
      show(id)
      return
    }
    if (done.current === id) return
    done.current = id
    // Remove the fragment, so that a reload keeps the scroll position.
    history.replaceState(history.state, '', location.pathname)
    const handle = thread.current
    handle?.reveal(id)
    // Rows far from the viewport are rendered in the next frame.
    requestAnimationFrame(() => {
      handle?.reveal(id)
      const row = handle?.rowOf(id)
      row?.setAttribute('data-marked', '')
      setTimeout(() => row?.removeAttribute('data-marked'), markedMs)
      if (handle) void markHit(handle, id)
    })
  })
}
