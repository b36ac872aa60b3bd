import { useState } from 'react'
import type { FollowedRun } from '../runs/followed-run.ts'
import { DictationBar } from './dictation-bar.tsx'
import { HandsFreeBar } from './hands-free-bar.tsx'

export type VoiceHandlers = {
  /** Receives all words so far. The last words may still change. */
  onWords: (words: string) => void
  /** @param words all words, or `undefined` if the person discards them. */
  onEnd: (words: string | undefined) => void
  /** Sends a spoken question. */
  onSend: (words: string) => void
  /** True if the dictation ends when the person releases the key of push-to-talk. */
  isPushed: boolean
}

type VoiceBarProps = VoiceHandlers & {
  live: FollowedRun | undefined
  onStop: () => void
}

/** Renders the controls of dictation, or of a conversation without hands. */
export function VoiceBar({ live, onStop, ...handlers }: VoiceBarProps) {
  const [isHandsFree, setIsHandsFree] = useState(false)
  return isHandsFree ? (
    <HandsFreeBar live={live} onStop={onStop} {...handlers} />
  ) : (
    <DictationBar {...handlers} onHandsFree={() => setIsHandsFree(true)} />
  )
}
