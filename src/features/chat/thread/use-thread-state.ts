import { useState } from 'react'

type ThreadState = {
  editedId: string | undefined
  isFindWanted: boolean
  comparedQuestionId: string | undefined
}

const atRest: ThreadState = {
  editedId: undefined,
  isFindWanted: false,
  comparedQuestionId: undefined,
}

/** Returns the temporary state of a thread. The state is reset when another conversation opens. */
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
    /** @param of id of the conversation. Defaults to the open conversation. */
    compare: (comparedQuestionId: string | undefined, of?: string) =>
      change({ comparedQuestionId }, of),
  }
}
