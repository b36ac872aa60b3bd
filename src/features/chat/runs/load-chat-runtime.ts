import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { useLoadedCode } from '#ui/layout/use-loaded-code.ts'
import { t } from '#languages/app.ts'
import { localOutboxStorage, type Waiting } from './outbox/outbox-storage.ts'
import type { ChatRuntime } from './chat-runtime.ts'

const load = async () => (await import('./chat-runtime.ts')).getChatRuntime
if (typeof document !== 'undefined') loadCode(load).catch(() => {})

/**
 * Returns the runs and the queue of questions. Until their code is loaded, queued questions are
 * shown but not sent.
 * @throws during rendering if the code cannot be loaded.
 */
export function useChatRuntime(client: QueryClient): ChatRuntime & { isReady: boolean } {
  const getRuntime = useLoadedCode(load)
  const [kept] = useState(() => (getRuntime ? undefined : createReadOnlyRuntime()))
  if (getRuntime) return { ...getRuntime(client), isReady: true }
  return { ...(kept ?? createReadOnlyRuntime()), isReady: false }
}

const none: never[] = []
const nothing = () => {}
const tooEarly = () => {
  throw new Error(t('Nothing can be asked before the code for it has come.'))
}

function createReadOnlyRuntime(): ChatRuntime {
  const items = localOutboxStorage.read()
  const waiting = new Map<string, Waiting[]>()
  for (const item of items) {
    waiting.set(item.conversationId, [...(waiting.get(item.conversationId) ?? []), item])
  }
  return {
    runs: {
      store: createStore(() => ({ lives: new Map() })),
      all: () => none,
      ask: tooEarly,
      attach: nothing,
      retry: nothing,
      stop: () => Promise.resolve(),
      release: nothing,
      look: () => nothing,
    },
    outbox: {
      store: createStore(() => ({ items })),
      of: (id) => (id === undefined ? none : (waiting.get(id) ?? none)),
      hasRoomFor: () => true,
      pump: nothing,
      followOtherTabs: () => nothing,
      add: tooEarly,
      edit: nothing,
      remove: nothing,
      sendNow: nothing,
      arrived: nothing,
      outdated: nothing,
      ended: nothing,
    },
    connect: () => nothing,
  }
}
