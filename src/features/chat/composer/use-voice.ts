import { useState, type RefObject } from 'react'
import type { VoiceHandlers } from '../voice/voice-bar.tsx'

type Box = {
  text: string
  write: (text: string) => void
  area: RefObject<HTMLTextAreaElement | null>
}

/**
 * Manages dictation into the message box. Appends spoken words to the text.
 * @param onSend sends a spoken question during a voice conversation.
 */
export function useVoice({ text, write, area }: Box, onSend: (text: string) => void) {
  const [voice, setVoice] = useState<{ before: string; isPushed: boolean }>()
  const withSpoken = (words: string) => [voice?.before.trimEnd(), words].filter(Boolean).join(' ')
  const handlers: VoiceHandlers | undefined = voice && {
    isPushed: voice.isPushed,
    onStart: () => setVoice((now) => now && { ...now, before: text }),
    onWords: (words) => write(withSpoken(words)),
    onEnd: (words) => {
      write(words === undefined ? voice.before : withSpoken(words))
      setVoice(undefined)
      area.current?.focus()
    },
    onSend: (words) => {
      onSend(withSpoken(words))
      setVoice({ before: '', isPushed: false })
    },
  }
  return {
    handlers,
    /**
     * Starts dictation.
     * @param isPushed true if releasing the push-to-talk key ends the dictation.
     */
    start: (isPushed: boolean) => setVoice((now) => now ?? { before: text, isPushed }),
  }
}
