import { signedOut } from '#api/http/signed-out.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ownValue } from '#lib/own-value.ts'
import { placeData, placeLoaders } from './place-loaders.ts'
import { parsePlace } from './routes.ts'

/**
 * Maximum wait in milliseconds, too short to notice but enough for cached scripts and for responses
 * that the browser requests early.
 */
const waitMsMax = 300

/** Maximum wait in milliseconds while the shell already shows the view. */
const shownMsMax = 10_000

/** Maximum wait in milliseconds for the first paint of a visible page. */
const paintMsMax = 3_000

const isViewShown = (): boolean => document.querySelector('#root main > div > *') !== null

/**
 * Loads the code and the data that the page at this address needs, so that the first render is
 * complete. Waits for a slow connection only if an incomplete render would replace a complete view.
 */
export async function loadFirstPlace(path: string, client: QueryClient): Promise<void> {
  const place = parsePlace(path)
  if (signedOut.getState().isOut || !isLoadable(place.name) || 'isTemporary' in place) return
  const isShown = isViewShown()
  const late = new Promise<void>((resolve) => setTimeout(resolve, isShown ? shownMsMax : waitMsMax))
  // After a failure here, rendering loads the code again and shows the error.
  const code = loadCode<unknown>(placeLoaders[place.name]).catch(() => {})
  const data = ownValue(placeData, place.name)?.(client, path).catch(() => {})
  // A render before the first paint would delay the view that the shell shows.
  const painted = isShown && !document.hidden && firstPaint()
  await Promise.race([Promise.all([code, data, painted]), late])
}

/** Resolves after the first paint, or at once in a browser that does not report it. */
function firstPaint(): Promise<void> {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return Promise.resolve()
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
    setTimeout(resolve, paintMsMax)
  })
}

const isLoadable = (name: string): name is keyof typeof placeLoaders =>
  Object.hasOwn(placeLoaders, name)
