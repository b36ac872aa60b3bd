// The first import must run before any module that imports Zod.
import './app/no-eval.ts'
import './app/forget-at-start.ts'
import './app/styles.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createQueryClient } from './app/query-client.ts'
import { loadFirstPlace } from '#app/navigation/load-first-place.ts'
import { withoutBase } from './lib/base-path.ts'
import { followTheme } from './ui/theme.ts'
import { guardSinks } from './ui/trusted-types.ts'

guardSinks()
followTheme()

async function showApp(): Promise<void> {
  const queryClient = createQueryClient()
  await loadFirstPlace(withoutBase(location.pathname), queryClient)
  // A transition is rendered in slices, so that the page can respond in between.
  startTransition(() => page.render(<App queryClient={queryClient} />))
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
const page = createRoot(root)
if (import.meta.env.DEV && location.pathname === '/workbench') {
  void import('./workbench/workbench.tsx').then(({ ComponentWorkbench }) =>
    page.render(<ComponentWorkbench />),
  )
} else {
  // A new task, so that the page can respond after the code has been evaluated.
  setTimeout(() => void showApp())
}
