import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { Router } from 'wouter'
import { isRightToLeft } from '#languages/page-language.ts'
import { basePath } from '#lib/base-path.ts'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { AccessGate } from './access/access-gate.tsx'
import { ErrorBoundary } from './error-page.tsx'
import { Workspace } from './workspace.tsx'

/** Tooltips can load later, because the pointer is over no element at first. */
const loadTooltips = async () => (await import('./late-parts.ts')).TooltipLayer

type AppProps = { queryClient: QueryClient }

export const App = ({ queryClient }: AppProps) => (
  <ErrorBoundary>
    <Router base={basePath}>
      <QueryClientProvider client={queryClient}>
        <DirectionProvider direction={isRightToLeft ? 'rtl' : 'ltr'}>
          <AccessGate>
            <Workspace />
          </AccessGate>
          <ToastRegion />
          <Loaded load={loadTooltips} props={{}} />
        </DirectionProvider>
      </QueryClientProvider>
    </Router>
  </ErrorBoundary>
)
