import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/viewer.ts'

type SpotHintProps = {
  className?: string
  onCancel: () => void
}

export const SpotHint = ({ className = 'top-15', onCancel }: SpotHintProps) => (
  <div
    className={`pointer-events-none absolute inset-x-0 z-10 flex justify-center px-3 ${className}`}
  >
    <output className="pointer-events-auto flex items-center gap-2 rounded-lg border border-line bg-surface-overlay/95 py-1 pe-1 ps-3 text-xs text-ink shadow-raised">
      {t('Click a spot on the model, or press Enter for the one in the middle.')}
      <Button size="sm" variant="ghost" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </output>
  </div>
)
