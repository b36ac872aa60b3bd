import { useCallback, useEffect, useRef, useState } from 'react'
import { readDraft, saveDraft } from './draft.ts'

const draftDelayMs = 400

/** Manages the text of the message being written, stored in the browser until it is sent. */
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
      // Sent text is not a draft, even if the next conversation is already shown.
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
    /** Clears the text after it was sent. */
    markSent: () => {
      sent.current = draft
      write('')
      saveDraft(conversationId, '')
    },
    /** Moves the text to the new chat. */
    moveToNewChat: () => {
      sent.current = draft
      saveDraft(conversationId, '')
      saveDraft(undefined, draft.text)
    },
  }
}
