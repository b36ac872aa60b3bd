import { useEffect, useRef, type RefObject } from 'react'
import { idSchema } from '#contract/id.ts'
import type { Message } from '#contract/chat/chat.ts'
import type { ThreadHandle } from './thread-handle.ts'
import type { Turn } from '../messages/thread.ts'

type Shown = {
  messages: readonly Message[]
  turns: readonly Turn[]
  show: (messageId: string) => void
}

const markedMs = 2_000

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
    })
  })
}
