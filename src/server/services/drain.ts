import type { TaskService } from '../generation/task-service.ts'
import type { ChatService } from '../chat/chat-service.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Time in milliseconds after which a load balancer has noticed that this server is shutting down.
 */
const noticeMs = 5_000

const drainLookMs = 100

/**
 * Waits until answers and tasks have ended, or until `ms` have passed. New answers and tasks are
 * refused.
 */
export async function drain(
  ms: number,
  of: {
    readiness: { close: () => void }
    tasks: Pick<TaskService, 'rest' | 'busyCount'>
    chat: Pick<ChatService, 'rest' | 'busyCount'>
  },
): Promise<void> {
  const until = performance.now() + ms
  of.readiness.close()
  await of.tasks.rest()
  await sleep(Math.min(noticeMs, ms / 2))
  of.chat.rest()
  const isBusy = () => of.chat.busyCount() + of.tasks.busyCount() > 0
  while (isBusy() && performance.now() < until) await sleep(drainLookMs)
}
