import { waitForRetry } from '#api/http/wait-for-retry.ts'
import type { CreateTask } from '#contract/tasks.ts'
import { explainError } from '#lib/explain.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import { maySucceedLater } from '../state/may-succeed-later.ts'
import { studioStore } from '../state/store.ts'
import { dropKeptPicture, fillKeptPictures, sendKeptPicture } from '../state/waiting-pictures.ts'
import { outbox } from './outbox.ts'
import { sendDelaysMs } from './send-wanted.ts'
import { waitingPrefix } from '../state/waiting-url.ts'

/**
 * Uploads the main picture as soon as the server can be reached. Removes the picture from the form
 * if the server refuses it.
 */
export async function sendMainPicture(id: string, signal: AbortSignal): Promise<void> {
  watch([id])
  for (
    let delayMs = sendDelaysMs.first;
    !signal.aborted;
    delayMs = Math.min(delayMs * 2, sendDelaysMs.longest)
  ) {
    try {
      const sent = await sendKeptPicture(id, signal)
      if (!signal.aborted) studioStore.getState().pictureChosen(sent)
      return
    } catch (error) {
      if (signal.aborted) return
      if (!maySucceedLater(error)) {
        studioStore.getState().pictureRemoved()
        showToast({
          kind: 'error',
          title: t('The picture was not used'),
          detail: explainError(error),
        })
        return
      }
      await waitForRetry(delayMs, signal).catch(() => {})
    }
  }
}

/** Uploads the waiting pictures of a task, and returns the task with the stored pictures. */
export async function fillTaskPictures(task: CreateTask): Promise<CreateTask> {
  const ids = listWaitingIds(task.params)
  if (ids.size === 0) return task
  watch(ids)
  return fillKeptPictures(task)
}

/** Ids of pictures that are deleted once neither the form nor the queue contains them. */
const watched = new Set<string>()

let isWatching = false

function watch(ids: Iterable<string>): void {
  for (const id of ids) watched.add(id)
  if (isWatching) return
  isWatching = true
  studioStore.subscribe(dropUnused)
  outbox.subscribe(dropUnused)
}

function dropUnused(): void {
  if (watched.size === 0) return
  const used = listWaitingIds([studioStore.getState().picture, outbox.getState().items])
  for (const id of watched) {
    if (used.has(id)) continue
    watched.delete(id)
    dropKeptPicture(id).catch((error: unknown) => console.warn('A picture was not deleted.', error))
  }
}

const waitingUrl = new RegExp(String.raw`"${waitingPrefix}(\w+)"`, 'g')

/** Returns the ids of all waiting pictures whose addresses are in a value, such as params. */
function listWaitingIds(value: unknown): Set<string> {
  const found = JSON.stringify(value ?? null).matchAll(waitingUrl)
  return new Set([...found].flatMap(([, id]) => id ?? []))
}
