import { QueryClientProvider } from '@tanstack/react-query'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import { TooltipLayer } from '#ui/overlays/tooltip-layer.tsx'
import { AccessGate } from './access/access-gate.tsx'
import { ErrorBoundary } from './error-page.tsx'
import { createQueryClient } from './query-client.ts'
import { Workspace } from './workspace.tsx'

const queryClient = createQueryClient()

export const App = () => (
  <ErrorBoundary>
    <QueryClientProvider client={queryClient}>
      <AccessGate>
        <Workspace />
      </AccessGate>
      <ToastRegion />
      <TooltipLayer />
    </QueryClientProvider>
  </ErrorBoundary>
)
