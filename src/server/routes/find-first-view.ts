import { setTimeout as sleep } from 'node:timers/promises'
import type { LibrarySummary } from '#contract/assets.ts'
import type { TaskList } from '#contract/tasks.ts'
import { firstViewPaths, type FirstView } from '#lib/first-view.ts'
import type { Catalogue } from '../models/catalogue.ts'
import { hasModelsAtFirst } from '../providers/models-at-first.ts'
import { asOwner } from '../store/owner-scope.ts'

export type FirstViewSources = {
  catalogue: Pick<Catalogue, 'list'>
  /** Returns true if only the guide and the local engine can be used. */
  isNothingConnected: () => boolean
  tasks: { list: (limit: number) => Promise<TaskList> }
  assets: { summary: () => Promise<LibrarySummary> }
}

/**
 * Maximum wait in milliseconds for the data that decides about a view. A page without a view
 * requests the same data, so a busy server loses little by waiting.
 */
const waitMsMax = 1_000

/**
 * Finds the view with which a person's page starts.
 * @param address path and query of the page, without the base path.
 * @returns undefined if the page starts without a view, or if the data for a view is late.
 */
export function findFirstView(
  address: string,
  userId: string,
  sources: FirstViewSources,
): Promise<FirstView | undefined> {
  const late = sleep(waitMsMax, undefined, { ref: false })
  // A failure is shown by the page, which sends the same requests.
  return Promise.race([asOwner(userId, () => chooseView(address, sources)), late]).catch(
    () => undefined,
  )
}

async function chooseView(
  address: string,
  sources: FirstViewSources,
): Promise<FirstView | undefined> {
  if (address === firstViewPaths.library) {
    const { count, trashCount } = await sources.assets.summary()
    return count + trashCount === 0 ? 'library-empty' : 'library'
  }
  if (address === firstViewPaths.chat) return (await isNew(sources)) ? 'chat' : undefined
  if (address !== firstViewPaths.studio || !(await isNew(sources))) return undefined
  const { tasks } = await sources.tasks.list(1)
  return tasks.length === 0 ? 'studio' : undefined
}

/** Returns whether the person can use the models of a new server and no others. */
const isNew = async ({ catalogue, isNothingConnected }: FirstViewSources): Promise<boolean> =>
  isNothingConnected() && hasModelsAtFirst(await catalogue.list(AbortSignal.timeout(waitMsMax)))
