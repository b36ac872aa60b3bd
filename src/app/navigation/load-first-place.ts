import { signedOut } from '#api/http/signed-out.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { placeLoaders } from './place-loaders.ts'
import { placeOf } from './routes.ts'

/** More than scripts take that the browser has kept, and no wait that anybody would notice. */
const waitMsMax = 100

/**
 * Loads the code of the place that an address leads to. What the browser has kept, or got while the page's own script
 * ran, is there at once: the page is then drawn whole the first time, instead of its frame alone and all of it again.
 * What a slow line still has to bring is not waited for.
 */
export async function loadFirstPlace(path: string): Promise<void> {
  const place = placeOf(path)
  if (signedOut.getState().isOut || !isLoadable(place.name) || 'isTemporary' in place) return
  const late = new Promise<void>((resolve) => setTimeout(resolve, waitMsMax))
  // A failure comes up again, and is shown, where the place is drawn.
  const loaded = loadCode<unknown>(placeLoaders[place.name]).catch(() => {})
  await Promise.race([loaded, late])
}

const isLoadable = (name: string): name is keyof typeof placeLoaders =>
  Object.hasOwn(placeLoaders, name)
