import { Button } from '#ui/actions/button.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { t } from '#languages/viewer.ts'

type WorkProgressProps = {
  label: string
  fraction: number
  onStop: () => void
}

export const WorkProgress = ({ label, fraction, onStop }: WorkProgressProps) => (
  <div className="flex items-center gap-3">
    <Progress label={label} value={fraction} className="flex-1" />
    <Button size="sm" onClick={onStop}>
      {t('Stop')}
    </Button>
  </div>
)

export const WorkFailure = ({ failure }: { failure: string | undefined }) =>
  failure !== undefined && (
    <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
      {failure}
    </p>
  )
