import CloudOff from 'lucide-react/icons/cloud-off'
import { t } from '#languages/studio.ts'

export const WaitingNote = () => (
  <output className="flex items-start gap-1.5 text-xs text-ink-muted">
    <CloudOff aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
    {t('The picture waits in this browser. It is sent when the server can be reached.')}
  </output>
)
