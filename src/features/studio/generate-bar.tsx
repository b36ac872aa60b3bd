import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { sayAbout } from '#lib/format.ts'

type GenerateBarProps = {
  icon: ReactNode
  onPressed: () => void
  isStarting: boolean
  expectedSeconds: number | undefined
  /** What stands in the way and belongs to no field. */
  problems: readonly string[]
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The button, always in reach, with how long it will take. */
export const GenerateBar = ({
  icon,
  onPressed,
  isStarting,
  expectedSeconds,
  problems,
}: GenerateBarProps) => (
  <div className="sticky bottom-0 z-10 grid gap-2 border-t border-line bg-surface-raised p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
    {problems.map((problem) => (
      <p key={problem} role="alert" className="flex gap-1.5 px-1 text-xs text-pretty text-danger">
        <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
        {problem}
      </p>
    ))}
    <Button
      onClick={onPressed}
      variant="primary"
      size="lg"
      icon={icon}
      isLoading={isStarting}
      data-tooltip="Generate"
      data-tooltip-keys={isApple ? '⌘ ↵' : 'Ctrl ↵'}
      className="w-full"
    >
      <span>Generate</span>
      {expectedSeconds !== undefined && (
        <span className="font-normal opacity-80">· {sayAbout(expectedSeconds)}</span>
      )}
    </Button>
  </div>
)
