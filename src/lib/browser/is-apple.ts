/** Returns whether this device has Apple's keyboard, which has ⌘ for Ctrl. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
