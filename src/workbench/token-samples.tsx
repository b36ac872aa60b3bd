import { SampleRow } from './sample-row.tsx'

const surfaces = [
  ['sunken', 'bg-surface-sunken'],
  ['surface', 'bg-surface'],
  ['raised', 'bg-surface-raised'],
  ['overlay', 'bg-surface-overlay'],
  ['bubble', 'bg-surface-bubble'],
] as const

const states = [
  ['accent', 'bg-accent-soft text-accent-strong'],
  ['success', 'bg-success-soft text-success'],
  ['warning', 'bg-warning-soft text-warning'],
  ['danger', 'bg-danger-soft text-danger'],
  ['info', 'bg-info-soft text-info'],
] as const

const sizes = [
  ['2xs', 'text-2xs'],
  ['xs', 'text-xs'],
  ['sm', 'text-sm'],
  ['base', 'text-base'],
  ['md', 'text-md'],
  ['lg', 'text-lg font-semibold'],
  ['xl', 'text-xl font-semibold'],
  ['2xl', 'text-2xl font-semibold'],
  ['3xl', 'text-3xl font-semibold'],
  ['figure', 'text-figure font-semibold'],
] as const

const shadows = [
  ['raised', 'shadow-raised'],
  ['segment', 'shadow-segment'],
  ['float', 'shadow-float'],
  ['overlay', 'shadow-overlay'],
  ['dialog', 'shadow-dialog'],
] as const

export const TokenSamples = () => (
  <>
    <SampleRow name="Surfaces with the three inks">
      {surfaces.map(([name, className]) => (
        <div
          key={name}
          className={`${className} flex w-40 flex-col rounded-lg border border-line p-3`}
        >
          <span className="font-medium">{name}</span>
          <span className="text-ink-muted">ink-muted</span>
          <span className="text-ink-faint">ink-faint</span>
          <span className="text-accent">accent</span>
        </div>
      ))}
      <div className="flex w-40 flex-col rounded-lg p-3 backdrop-stage">
        <span className="font-medium">stage</span>
        <span className="text-ink-muted">ink-muted</span>
      </div>
    </SampleRow>
    <SampleRow name="States">
      {states.map(([name, className]) => (
        <span key={name} className={`${className} rounded-lg px-3 py-2 font-medium`}>
          {name}
        </span>
      ))}
    </SampleRow>
    <SampleRow name="Type">
      {sizes.map(([name, className]) => (
        <span key={name} className={className}>
          {name}
        </span>
      ))}
    </SampleRow>
    <SampleRow name="Depth">
      {shadows.map(([name, className]) => (
        <span key={name} className={`${className} rounded-lg bg-surface-raised px-4 py-3`}>
          {name}
        </span>
      ))}
    </SampleRow>
  </>
)
