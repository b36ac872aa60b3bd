import { useRef, useState } from 'react'
import { putSettings } from '#api/chat/chat.ts'
import { explain } from '#lib/explain.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { showToast } from '#ui/feedback/toasts.ts'

const nothing: ChatSettings = {}

type Chosen = {
  /** Absent: in the chat that has not begun. */
  in: string | undefined
  settings: ChatSettings
  /** They went with the question that the conversation begins with; the server has them once it has that. */
  isAsked?: boolean
}

/**
 * How the models of a conversation are asked. Before its first question they are kept here, and go
 * with that question.
 */
export function useSettings(
  conversationId: string | undefined,
  stored: ChatSettings | undefined,
  reload: () => void,
) {
  const [chosen, setChosen] = useState<Chosen>()
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const wanted = useRef(new Map<string, ChatSettings>())
  const here = chosen?.in === conversationId ? chosen : undefined
  const own = here?.isAsked && stored ? undefined : here?.settings
  const isNew = conversationId === undefined || here?.isAsked === true
  const current = own ?? stored ?? nothing

  return {
    current,
    isSet: Object.keys(current).length > 0,
    /** What goes with the next question. */
    toSend: isNew ? own : undefined,
    /** A chat has begun under this id: what was set for it is no longer that of the next new chat. */
    begun: (id: string): void =>
      setChosen((held) =>
        held && held.in === undefined ? { ...held, in: id, isAsked: true } : held,
      ),
    save: (settings: ChatSettings): void => {
      setChosen({ in: conversationId, settings })
      if (conversationId === undefined) return
      wanted.current.set(conversationId, settings)
      const store = async () => {
        if (wanted.current.get(conversationId) !== settings) return
        try {
          await putSettings(conversationId, settings)
          reload()
        } catch (error) {
          showToast({
            title: 'Could not save the settings.',
            detail: explain(error),
            kind: 'error',
          })
        }
        setChosen((held) => (held?.settings === settings ? undefined : held))
      }
      // One after the other: the last that was chosen must be the last that is stored.
      saving.current = saving.current.then(store)
    },
  }
}
