import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import type { ModelList } from '#contract/models.ts'
import { ChatView } from '#features/chat/chat.tsx'
import { greet } from '#features/chat/thread/starters.tsx'
import { firstViewPaths, type FirstView } from '#lib/first-view.ts'
import { modelsQuery } from '#queries/models.ts'
import { parsePlace } from '../navigation/routes.ts'
import { NavigationRail } from '../navigation-rail.tsx'
import { PlaceFrame, WorkspaceContent, WorkspaceFrame } from '../workspace-frame.tsx'

const ignore = () => {}

/** The models of a server without connected services. */
const modelsAtFirst: ModelList = {
  models: [
    {
      kind: 'chat',
      id: 'bozzetto/guide',
      name: 'Guide',
      provider: 'bozzetto',
      description: '',
      canUseTools: false,
      canReason: false,
    },
  ],
  problems: [],
}

/** Globals of the browser that components use while they render. */
const browserGlobals = { document: { cookie: '' }, matchMedia: () => ({ matches: false }) }

const renderView: Readonly<Record<FirstView, () => ReactNode>> = {
  chat: () => <ChatView />,
}

/**
 * Parts of the markup that the shell leaves out: attributes whose texts are not translated, inline
 * styles, which the page's policy blocks, and fields for files. React also adds links that load
 * images early.
 */
const leftOut =
  /<link[^>]*>|<input type="file"[^>]*>| (?:id|aria-label|aria-haspopup|aria-expanded|placeholder|tabindex|style|data-[\w-]+)="[^"]*"/g

/**
 * Renders the shell of the page in English: the navigation beside the first view. The build puts
 * the shell into `index.html` and into a copy of it for each view.
 * @param view undefined renders an empty page beside the navigation.
 */
export function renderShell(view: FirstView | undefined): string {
  Object.assign(globalThis, browserGlobals)
  try {
    return renderWithGlobals(view)
  } finally {
    for (const name of Object.keys(browserGlobals)) Reflect.deleteProperty(globalThis, name)
  }
}

function renderWithGlobals(view: FirstView | undefined): string {
  const path = view ? firstViewPaths[view] : '/'
  const client = new QueryClient()
  client.setQueryData(modelsQuery().queryKey, modelsAtFirst)
  return renderToStaticMarkup(
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
  ).replaceAll(leftOut, '')
}

/** Returns the English greeting of each hour of the day. */
export const listGreetings = (): string[] => Array.from({ length: 24 }, (_, hour) => greet(hour))
