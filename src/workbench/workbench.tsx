import { useState, type ReactNode } from 'react'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { useTheme } from '#ui/theme.ts'
import { TooltipLayer } from '#ui/overlays/tooltip-layer.tsx'
import { ActionSamples } from './action-samples.tsx'
import { FeedbackSamples } from './feedback-samples.tsx'
import { FieldSamples } from './field-samples.tsx'
import { LayoutSamples } from './layout-samples.tsx'
import { OverlaySamples } from './overlay-samples.tsx'
import { TokenSamples } from './token-samples.tsx'

const groups: { name: string; samples: () => ReactNode }[] = [
  { name: 'Tokens', samples: TokenSamples },
  { name: 'Actions', samples: ActionSamples },
  { name: 'Fields', samples: FieldSamples },
  { name: 'Feedback', samples: FeedbackSamples },
  { name: 'Layout', samples: LayoutSamples },
  { name: 'Overlays', samples: OverlaySamples },
]

const themes = [
  { value: 'system' as const, label: 'System' },
  { value: 'light' as const, label: 'Light' },
  { value: 'dark' as const, label: 'Dark' },
]

/**
 * Renders the components of `src/ui` in their states, at `/workbench` of the development server.
 * `/workbench?group=Fields` shows one group, for visual tests.
 */
export function ComponentWorkbench() {
  const { choice, themePicked } = useTheme()
  const [only] = useState(() => new URLSearchParams(location.search).get('group'))
  const shown = groups.filter(({ name }) => only === null || name === only)
  return (
    <div className="min-h-full bg-surface p-6">
      <main className="mx-auto flex max-w-230 flex-col gap-4">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-2xl font-semibold">Workbench</h1>
          <SegmentedControl
            label="Theme"
            value={choice}
            onValueChange={themePicked}
            options={themes}
          />
        </header>
        {shown.map(({ name, samples: Samples }) => (
          <section
            key={name}
            aria-label={name}
            data-group={name}
            className="flex flex-col gap-5 p-4"
          >
            <h2 className="text-lg font-semibold">{name}</h2>
            <Samples />
          </section>
        ))}
      </main>
      <ToastRegion />
      <TooltipLayer />
    </div>
  )
}
