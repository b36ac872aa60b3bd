import { create } from 'zustand'
import type { ReadText } from './read-answer.ts'

type ReadingState = {
  /** The only answer that is being read aloud. */
  reading: { id: string; readText: ReadText } | undefined
  /** True during a conversation by voice, which reads the answers itself. */
  isTalking: boolean
}

export const useReading = create<ReadingState>()(() => ({ reading: undefined, isTalking: false }))

/** Starts to read an answer aloud, or stops if this answer is being read. */
export function toggleReading(id: string, readText: ReadText): void {
  const isThis = useReading.getState().reading?.id === id
  useReading.setState({ reading: isThis ? undefined : { id, readText } })
}

export const stopReading = (): void => useReading.setState({ reading: undefined })
