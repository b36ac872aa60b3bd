import { useEffect, useEffectEvent } from 'react'
import { isRunActive } from '#contract/chat/chat.ts'
import { voiceSetting } from '#lib/browser/voice-settings.ts'
import type { FollowedRun } from '../runs/followed-run.ts'
import { useReading } from './reading-store.ts'

/** Reads each new answer aloud while the answer is being written, if the user has enabled this. */
export function useReadNewAnswers(live: FollowedRun | undefined): void {
  const begin = useEffectEvent(({ answer, store }: FollowedRun) => {
    if (!voiceSetting.read().readsNewAnswers || useReading.getState().isTalking) return
    if (!isRunActive(store.getSnapshot())) return
    const readText = () => {
      const { text, status } = store.getSnapshot()
      return { text: text.text, isDone: !isRunActive({ status }) }
    }
    useReading.setState({ reading: { id: answer.id, readText } })
  })
  useEffect(() => {
    if (live) begin(live)
  }, [live])
}
