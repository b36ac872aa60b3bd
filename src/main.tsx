// Before whatever might load Zod.
import './app/no-eval.ts'
import './app/forget-at-start.ts'
import './app/styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { followTheme } from '#app/theme/theme.ts'
import { guardSinks } from './ui/trusted-types.ts'

guardSinks()
followTheme()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
createRoot(root).render(<App />)
