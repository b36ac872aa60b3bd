import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import type { ModelList } from '#contract/models.ts'
import { ChatView } from '#features/chat/chat.tsx'
import { greet } from '#features/chat/thread/starters.tsx'
import { fillEmptyLibrary } from '#features/library/list/library-at-first.ts'
import { Library } from '#features/library/library.tsx'
import { loadEmptyCanvas } from '#features/studio/canvas/load-empty-canvas.ts'
import { StudioView } from '#features/studio/studio.tsx'
import { firstViewPaths, type FirstView } from '#lib/first-view.ts'
import { addMessages, setLanguage, t } from '#lib/language/translate.ts'
import { modelsQuery } from '#queries/models.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { parsePlace } from '../navigation/routes.ts'
import { NavigationRail } from '../navigation-rail.tsx'
import { PlaceFrame, WorkspaceContent, WorkspaceFrame } from '../workspace-frame.tsx'

const ignore = () => {}

/** Globals of the browser that components use while they render. */
const browserGlobals = {
  document: { cookie: '', title: '', documentElement: { lang: 'en' } },
  matchMedia: () => ({ matches: false }),
  navigator: { platform: '', userAgent: '', languages: ['en'] },
}

const library = () => <Library assetId={undefined} />
const renderView: Readonly<Record<FirstView, () => ReactNode>> = {
  chat: () => <ChatView />,
  studio: () => <StudioView active />,
  library,
  'library-empty': library,
}

/**
 * Parts of the markup that the shell leaves out: attributes whose texts are not translated, inline
 * styles, which the page's policy blocks, and fields for files. React also adds links that load
 * images early.
 */
const leftOut =
  /<link[^>]*>|<input [^>]*type="file"[^>]*>| (?:id|name|for|aria-[a-z]+|placeholder|tabindex|style|data-[\w-]+)="[^"]*"/g

/**
 * Renders the shell of the page: the navigation beside the first view. The build puts the shell
 * into `index.html` and into a copy of it for each view.
 * @param view undefined renders an empty page beside the navigation.
 * @param models the models of a new server.
 */
export function renderShell(view: FirstView | undefined, models: ModelList): string {
  const client = new QueryClient()
  client.setQueryData(modelsQuery().queryKey, models)
  if (view === 'library-empty') fillEmptyLibrary(client)
  const path = view ? firstViewPaths[view] : '/'
  return withGlobals(browserGlobals, () =>
    renderToStaticMarkup(
      <Router ssrPath={path}>
        <QueryClientProvider client={client}>
          <WorkspaceFrame>
            <NavigationRail
              current="nowhere"
              paths={{ chat: '/chat', studio: '/', library: '/library', settings: '/settings' }}
              onPrepare={ignore}
              onHelp={ignore}
            />
            <WorkspaceContent>
              {view && <PlaceFrame name={parsePlace(path).name}>{renderView[view]()}</PlaceFrame>}
            </WorkspaceContent>
          </WorkspaceFrame>
        </QueryClientProvider>
      </Router>,
    ),
  ).replaceAll(leftOut, '')
}

/** Sets global variables while `work` runs. */
function withGlobals<T>(globals: Readonly<Record<string, unknown>>, work: () => T): T {
  const before = Object.keys(globals).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  try {
    return work()
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
}

export const translate = t

/** Loads the code that the first views load on demand. Call it before `renderShell`. */
export const prepareShell = () => loadCode(loadEmptyCanvas)

/**
 * Sets the language of texts that are read during rendering. Texts of constants stay English.
 * Returns the greeting of each hour of the day.
 */
export function setShellLanguage(
  language: string,
  messages: Readonly<Record<string, string>>,
): string[] {
  setLanguage(language)
  addMessages(messages)
  return Array.from({ length: 24 }, (_, hour) => greet(hour))
}
