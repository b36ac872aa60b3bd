import { signedOut } from '#api/http/signed-out.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'
import type { QueryClient } from '@tanstack/react-query'
import { modelsQuery } from '#queries/models.ts'
import { placeLoaders } from './place-loaders.ts'
import { parsePlace } from './routes.ts'

/** Places whose first view depends on the models. */
const placesWithModels: ReadonlySet<string> = new Set(['chat', 'studio'])

/**
 * Maximum wait in milliseconds, too short to notice but enough for cached scripts and for responses
 * that the browser requests early.
 */
const waitMsMax = 300

/** Maximum wait in milliseconds while the shell already shows the view. */
const shownMsMax = 10_000

const isViewShown = (): boolean => document.querySelector('#root main > div > *') !== null

/**
 * Loads the code and the models that the page at this address needs, so that the first render is
 * complete. Waits for a slow connection only if an incomplete render would replace a complete view.
 */
export async function loadFirstPlace(path: string, client: QueryClient): Promise<void> {
  const place = parsePlace(path)
  if (signedOut.getState().isOut || !isLoadable(place.name) || 'isTemporary' in place) return
  const late = new Promise<void>((resolve) =>
    setTimeout(resolve, isViewShown() ? shownMsMax : waitMsMax),
  )
  // After a failure here, rendering loads the code again and shows the error.
  const code = loadCode<unknown>(placeLoaders[place.name]).catch(() => {})
  const data = placesWithModels.has(place.name) && client.prefetchQuery(modelsQuery())
  await Promise.race([Promise.all([code, data]), late])
}

const isLoadable = (name: string): name is keyof typeof placeLoaders =>
  Object.hasOwn(placeLoaders, name)
