import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelList } from '#contract/models.ts'
import { firstViewPaths, type FirstView } from '#lib/first-view.ts'
import type { Catalogue } from '../models/catalogue.ts'
import { guideModelId } from '../providers/guide/guide-command.ts'
import { asOwner } from '../store/owner-scope.ts'

export type FirstViewSources = {
  catalogue: Pick<Catalogue, 'list'>
  /** Returns true if no service with language models is connected. */
  isOnlyGuideConnected: () => boolean
}

/** Maximum wait in milliseconds for the data that decides about a view. */
const waitMsMax = 100

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
  { catalogue, isOnlyGuideConnected }: FirstViewSources,
): Promise<FirstView | undefined> {
  if (address !== firstViewPaths.chat || !isOnlyGuideConnected()) return undefined
  return isGuideOnly(await catalogue.list(AbortSignal.timeout(waitMsMax))) ? 'chat' : undefined
}

function isGuideOnly({ models, problems, defaults }: ModelList): boolean {
  const chatModels = models.filter(({ kind }) => kind === 'chat')
  const [first] = chatModels
  return (
    chatModels.length === 1 &&
    first?.id === guideModelId &&
    problems.length === 0 &&
    defaults?.chat === undefined
  )
}
