import { useState } from 'react'
import { putSettings } from '#api/chat.ts'
import { explain } from '#api/errors.ts'
import type { ChatSettings } from '#contract/chat-settings.ts'
import { showToast } from '#ui/feedback/toasts.ts'

const nothing: ChatSettings = {}

/**
 * How the models of a conversation are asked. Before its first question they are kept here, and go
 * with that question.
 */
export function useSettings(
  conversationId: string | undefined,
  stored: ChatSettings | undefined,
  reload: () => void,
) {
  const [chosen, setChosen] = useState<{ in: string | undefined; settings: ChatSettings }>()
  const own = chosen?.in === conversationId ? chosen?.settings : undefined
  // The first question takes them from the new chat into its conversation.
  const isNew = conversationId === undefined
  const current = own ?? stored ?? nothing

  return {
    current,
    isSet: Object.keys(current).length > 0,
    /** What goes with the next question. */
    toSend: isNew ? own : undefined,
    save: (settings: ChatSettings): void => {
      setChosen({ in: conversationId, settings })
      if (conversationId === undefined) return
      putSettings(conversationId, settings).then(
        () => {
          setChosen(undefined)
          reload()
        },
        (error: unknown) => {
          setChosen(undefined)
          showToast({
            title: 'Could not save the settings.',
            detail: explain(error),
            kind: 'error',
          })
        },
      )
    },
  }
}
