import { useCallback, useEffect, useRef, useState } from 'react'
import { getDraftSetting } from './draft.ts'

const draftDelayMs = 400

/**
 * Manages the text of the message that the user is writing. The browser stores this text until the
 * message is sent.
 */
export function useMessageText(conversationId: string | undefined) {
  const [draft, setDraft] = useState(() => ({
    of: conversationId,
    text: getDraftSetting(conversationId).read(),
  }))
  if (draft.of !== conversationId)
    setDraft({ of: conversationId, text: getDraftSetting(conversationId).read() })
  const sent = useRef<typeof draft>(undefined)

  useEffect(() => {
    const timer = setTimeout(() => getDraftSetting(draft.of).write(draft.text), draftDelayMs)
    return () => {
      clearTimeout(timer)
      // Do not store sent text as a draft, even if the page already shows the next conversation.
      if (draft !== sent.current) getDraftSetting(draft.of).write(draft.text)
    }
  }, [draft])

  const write = useCallback(
    (text: string) => setDraft({ of: conversationId, text }),
    [conversationId],
  )
  return {
    text: draft.text,
    write,
    markSent: () => {
      sent.current = draft
      write('')
      getDraftSetting(conversationId).write('')
    },
    moveToNewChat: () => {
      sent.current = draft
      getDraftSetting(conversationId).write('')
      const begun = getDraftSetting(undefined).read()
      getDraftSetting(undefined).write(begun === '' ? draft.text : `${begun}\n\n${draft.text}`)
    },
  }
}
