/** Paths of the views for which the build writes a separate page. */
export const firstViewPaths = {
  /** An empty chat in which only the built-in guide answers. */
  chat: '/chat',
  /** The studio without a picture and without tasks, on a server without connected services. */
  studio: '/',
  /** The library while its models are loaded. */
  library: '/library',
  'library-empty': '/library',
} as const

export type FirstView = keyof typeof firstViewPaths

export const firstViews = Object.keys(firstViewPaths) as readonly FirstView[]

/** Returns the name of the built page that starts with this view. */
export const getFirstViewFile = (view: FirstView): string => `index-${view}.html`
