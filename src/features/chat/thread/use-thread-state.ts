import { useState } from 'react'

type ThreadState = {
  /** The message being edited. */
  editedId: string | undefined
  isFindWanted: boolean
  /** The question whose answers are shown side by side. */
  comparedQuestionId: string | undefined
}

const atRest: ThreadState = {
  editedId: undefined,
  isFindWanted: false,
  comparedQuestionId: undefined,
}

/** What is open in a thread; another conversation begins with nothing open. */
export function useThreadState(conversationId: string | undefined) {
  const [held, setHeld] = useState({ of: conversationId, state: atRest })
  const state = held.of === conversationId ? held.state : atRest
  const change = (next: Partial<ThreadState>, of = conversationId) =>
    setHeld((before) => ({
      of,
      state: { ...(before.of === of ? before.state : atRest), ...next },
    }))
  return {
    ...state,
    edit: (editedId: string | undefined) => change({ editedId }),
    find: (isFindWanted: boolean) => change({ isFindWanted }),
    /** @param of the conversation where that is; the open one unless told. */
    compare: (comparedQuestionId: string | undefined, of?: string) =>
      change({ comparedQuestionId }, of),
  }
}
