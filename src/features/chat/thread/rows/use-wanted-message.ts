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

/** Marks what was searched for where it stands. */
async function markHit(handle: ThreadHandle, id: string): Promise<void> {
  const words = takeOpenedHit(id)
  if (words.length === 0) return
  try {
    const { markWords } = await import('../find/mark-words.ts')
    markWords(handle, { messageId: id, words })
  } catch (error) {
    // The message is marked all the same.
    console.warn('The words found could not be marked.', error)
  }
}

/** Brings the message that the address names behind its `#` to where it can be read, once. */
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
    // From now on the address is the conversation's, so that a reload stays where one has read to.
    history.replaceState(history.state, '', location.pathname)
    const handle = thread.current
    handle?.reveal(id)
    // Far rows are drawn by the next frame.
    requestAnimationFrame(() => {
      handle?.reveal(id)
      const row = handle?.rowOf(id)
      row?.setAttribute('data-marked', '')
      setTimeout(() => row?.removeAttribute('data-marked'), markedMs)
      if (handle) void markHit(handle, id)
    })
  })
}
