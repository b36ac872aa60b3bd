import { Button } from '#ui/actions/button.tsx'
import { Progress } from '#ui/progress/progress.tsx'

type WorkProgressProps = {
  /** What is being done: `Optimizing`. */
  label: string
  /** 0 to 1. */
  share: number
  onStop: () => void
}

/** How far work is, and the button that stops it. */
export const WorkProgress = ({ label, share, onStop }: WorkProgressProps) => (
  <div className="flex items-center gap-3">
    <Progress label={label} value={share} className="flex-1" />
    <Button size="sm" onClick={onStop}>
      Stop
    </Button>
  </div>
)

/** Why work did not end well, if so. */
export const WorkFailure = ({ failure }: { failure: string | undefined }) =>
  failure !== undefined && (
    <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
      {failure}
    </p>
  )
