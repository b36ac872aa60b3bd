import { useCallback, useEffect, useRef, useState } from 'react'
import { readDraft, saveDraft } from './draft.ts'

const draftDelayMs = 400

/** The text being written for a conversation; kept in the browser until it has been sent. */
export function useMessageText(conversationId: string | undefined) {
  const [draft, setDraft] = useState(() => ({
    of: conversationId,
    text: readDraft(conversationId),
  }))
  if (draft.of !== conversationId) setDraft({ of: conversationId, text: readDraft(conversationId) })
  const sent = useRef<typeof draft>(undefined)

  useEffect(() => {
    const timer = setTimeout(() => saveDraft(draft.of, draft.text), draftDelayMs)
    return () => {
      clearTimeout(timer)
      // What was sent is no draft any more, even where the next conversation is on the page already.
      if (draft !== sent.current) saveDraft(draft.of, draft.text)
    }
  }, [draft])

  const write = useCallback(
    (text: string) => setDraft({ of: conversationId, text }),
    [conversationId],
  )
  return {
    text: draft.text,
    write,
    /** Empties the text, which has been sent. */
    markSent: () => {
      sent.current = draft
      write('')
      saveDraft(conversationId, '')
    },
    /** Leaves the text to the chat that is about to begin. */
    moveToNewChat: () => {
      sent.current = draft
      saveDraft(conversationId, '')
      saveDraft(undefined, draft.text)
    },
  }
}
