import { useState } from 'react'
import type { FollowedRun } from '../runs/followed-run.ts'
import { DictationBar } from './dictation-bar.tsx'
import { HandsFreeBar } from './hands-free-bar.tsx'

export type VoiceHandlers = {
  /** Called before the first words. The words are appended to the text of the box at that time. */
  onStart: () => void
  onWords: (words: string) => void
  /** @param words all words, or `undefined` if the user discards them. */
  onEnd: (words: string | undefined) => void
  onSend: (words: string) => void
  isPushed: boolean
}

type VoiceBarProps = VoiceHandlers & {
  live: FollowedRun | undefined
  onStop: () => void
}

/** Renders the controls of dictation, or of a conversation by voice. */
export function VoiceBar({ live, onStop, ...handlers }: VoiceBarProps) {
  const [isHandsFree, setIsHandsFree] = useState(false)
  return isHandsFree ? (
    <HandsFreeBar live={live} onStop={onStop} {...handlers} />
  ) : (
    <DictationBar {...handlers} onHandsFree={() => setIsHandsFree(true)} />
  )
}
