import { useRef, useState } from 'react'
import { putSettings } from '#api/chat/chat.ts'
import { explainError } from '#lib/explain.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'

const nothing: ChatSettings = {}

type Chosen = {
  in: string | undefined
  settings: ChatSettings
  isAsked?: boolean
}

/**
 * Manages the settings of a conversation. The page sends the settings of a new chat with its first
 * question.
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
    toSend: isNew ? own : undefined,
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
            title: t('Could not save the settings.'),
            detail: explainError(error),
            kind: 'error',
          })
        }
        setChosen((held) => (held?.settings === settings ? undefined : held))
      }
      // Save one change after another, so that the last choice is saved last.
      saving.current = saving.current.then(store)
    },
  }
}
