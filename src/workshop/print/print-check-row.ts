import type { Finding } from '#model-files/inspect/report.ts'
import type { PrepStepName } from './prep-step.tsx'

export type PrintFix =
  | { kind: 'height'; heightMm: number; label: string }
  | { kind: 'step'; step: PrepStepName; label: string }

export type FixableRow = Omit<Finding, 'tone'> & {
  tone: Finding['tone'] | 'look'
  value?: string
  fix?: PrintFix | undefined
}
