/** Duration of the vibration of a shutter, in milliseconds. */
export const shutterMs = 15
/** Duration of the vibration when a model is ready, in milliseconds. */
export const modelReadyMs = 40

/** Vibrates a phone, unless the person prefers reduced motion. */
export function vibrate(ms: number): void {
  if (typeof navigator.vibrate !== 'function') return
  // Chrome logs an error if the person has not touched the page yet.
  const isTouched = navigator.userActivation.hasBeenActive
  if (isTouched && !matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate(ms)
}
