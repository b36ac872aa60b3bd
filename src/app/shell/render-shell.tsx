import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { NavigationRail } from '../navigation-rail.tsx'
import { WorkspaceFrame } from '../workspace-frame.tsx'

const ignore = () => {}

/**
 * Renders the shell of the page: the navigation beside an empty page, in English. The build puts
 * the shell into `index.html`.
 */
export const renderShell = (): string =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <QueryClientProvider client={new QueryClient()}>
        <WorkspaceFrame>
          <NavigationRail
            current="nowhere"
            paths={{ chat: '/chat', studio: '/', library: '/library', settings: '/settings' }}
            onPrepare={ignore}
            onHelp={ignore}
          />
          <main className="flex-1" />
        </WorkspaceFrame>
      </QueryClientProvider>
    </Router>,
  )
    // Only texts are translated. React also adds a link that loads the icon early.
    .replaceAll(/<link[^>]*>| (?:aria-label|data-[\w-]+)="[^"]*"/g, '')
