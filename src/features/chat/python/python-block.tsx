import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { use, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/actions/button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/app.ts'
import { ChatFilesContext } from './chat-files-context.ts'
import { pythonRuns, startPython } from './python-runs.ts'

const loadOutput = async () => (await import('./python-output.tsx')).PythonOutput

type PythonBlockProps = {
  code: string
  children: (button: ReactNode) => ReactNode
}

export function PythonBlock({ code, children }: PythonBlockProps) {
  const listFiles = use(ChatFilesContext)
  const run = useStore(pythonRuns, ({ byCode }) => byCode.get(code))
  if (!listFiles) return children(null)
  const isRunning = run?.state === 'starting' || run?.state === 'running'
  return (
    <>
      {children(
        isRunning ? (
          <Button size="sm" variant="ghost" icon={<Square aria-hidden />} onClick={run.stop}>
            {t('Stop')}
          </Button>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            icon={<Play aria-hidden />}
            onClick={() => void startPython(code, listFiles())}
          >
            {t('Run')}
          </Button>
        ),
      )}
      {run && <Loaded load={loadOutput} props={{ run }} />}
    </>
  )
}
