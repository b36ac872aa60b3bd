import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { t } from '#languages/app.ts'
import { useThreadActions } from './thread-actions.ts'

type SiblingPickerProps = { id: string; siblings: readonly string[] }

export function SiblingPicker({ id, siblings }: SiblingPickerProps) {
  const { choose } = useThreadActions()
  if (siblings.length < 2) return null
  const at = siblings.indexOf(id)
  const before = siblings[at - 1]
  const after = siblings[at + 1]
  return (
    <span data-siblings className="flex items-center text-xs text-ink-faint">
      <IconButton
        size="sm"
        label={t('Previous version')}
        icon={<ChevronLeft aria-hidden />}
        disabled={before === undefined}
        onClick={() => before !== undefined && choose(before)}
      />
      <span className="tabular-nums">
        {at + 1}/{siblings.length}
      </span>
      <IconButton
        size="sm"
        label={t('Next version')}
        icon={<ChevronRight aria-hidden />}
        disabled={after === undefined}
        onClick={() => after !== undefined && choose(after)}
      />
    </span>
  )
}
