import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/studio.ts'
import type { OwnRun } from './use-generate.ts'

export const OwnRunLine = ({ step, done, cancel }: OwnRun) => (
  <div className="flex items-center gap-2 px-1 text-xs text-ink-muted">
    <output className="min-w-0 flex-1 tabular-nums">
      {step === 'load'
        ? t('Loading the network into this browser: {done}%', { done: Math.floor(done * 100) })
        : t('Running the network on this GPU…')}
    </output>
    <Button size="sm" variant="ghost" onClick={cancel}>
      {t('Cancel')}
    </Button>
  </div>
)
