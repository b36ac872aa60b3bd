import { signedOut } from '#api/http/signed-out.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { placeLoaders } from './place-loaders.ts'
import { parsePlace } from './routes.ts'

/** Maximum wait in milliseconds, too short to notice but enough for cached scripts. */
const waitMsMax = 100

/**
 * Loads the code of the page at this address, so that the first render is complete. Does not wait
 * for a slow connection.
 */
export async function loadFirstPlace(path: string): Promise<void> {
  const place = parsePlace(path)
  if (signedOut.getState().isOut || !isLoadable(place.name) || 'isTemporary' in place) return
  const late = new Promise<void>((resolve) => setTimeout(resolve, waitMsMax))
  // After a failure here, rendering loads the code again and shows the error.
  const loaded = loadCode<unknown>(placeLoaders[place.name]).catch(() => {})
  await Promise.race([loaded, late])
}

const isLoadable = (name: string): name is keyof typeof placeLoaders =>
  Object.hasOwn(placeLoaders, name)
