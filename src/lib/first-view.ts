/** Paths of the views for which the build writes a separate page. */
export const firstViewPaths = {
  chat: '/chat',
} as const

/** `chat` is an empty chat in which only the built-in guide answers. */
export type FirstView = keyof typeof firstViewPaths

export const firstViews = Object.keys(firstViewPaths) as readonly FirstView[]

/** Returns the name of the built page that starts with this view. */
export const getFirstViewFile = (view: FirstView): string => `index-${view}.html`
