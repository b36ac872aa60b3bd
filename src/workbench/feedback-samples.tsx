import Box from 'lucide-react/icons/box'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import Wrench from 'lucide-react/icons/wrench'
import { useState, type ReactNode } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Monogram } from '#ui/feedback/monogram.tsx'
import { StateLight } from '#ui/feedback/state-light.tsx'
import { Tile } from '#ui/feedback/tile.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { Progress } from '#ui/progress/progress.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { Stages } from '#ui/progress/stages.tsx'
import { ToolLine } from '#ui/progress/tool-line.tsx'
import { SampleRow } from './sample-row.tsx'

const tones = ['neutral', 'outline', 'accent', 'success', 'warning', 'danger', 'info'] as const

export const FeedbackSamples = () => (
  <>
    <SampleRow name="Chip">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone} size="md" icon={<Check aria-hidden />}>
          {tone}
        </Badge>
      ))}
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </SampleRow>
    <SampleRow name="Tile, monogram, state light">
      <Tile icon={<Box />} />
      <Tile icon={<Box />} tone="accent" />
      <Tile icon={<Check />} tone="success" />
      <Tile icon={<TriangleAlert />} tone="warning" size="sm" />
      {['Ollama', 'OpenAI', 'Brave Search', 'fal', 'Meshy', 'Claude'].map((name) => (
        <Monogram key={name} name={name} />
      ))}
      <Monogram name="Ollama" size="lg" />
      <Monogram name="Ollama" size="xs" />
      {(['good', 'caution', 'bad', 'off'] as const).map((state) => (
        <span key={state} className="flex items-center gap-2">
          <StateLight state={state} /> {state}
        </span>
      ))}
    </SampleRow>
    <SampleRow name="Progress">
      <Progress label="Building the shape" value={0.62} detail="8 s left" className="w-72" />
      <Progress label="Connecting" className="w-72" />
      <Spinner label="Loading" />
    </SampleRow>
    <Stages
      label="Stages"
      stages={[
        { name: 'Find the object', state: 'done', durationMs: 400 },
        { name: 'Build the shape', state: 'running', durationMs: 2_300 },
        { name: 'Colour it', state: 'waiting' },
      ]}
    />
    <ToolLineSample icon={<Wrench />} summary="Made a 3D model and checked it">
      Made the model. Checked it. Set its height to 120 mm.
    </ToolLineSample>
    <ToolLineSample icon={<TriangleAlert />} summary="Could not read the page" isOpenAtFirst>
      The page did not respond within 15 seconds.
    </ToolLineSample>
    <EmptyRow icon={<Wrench />} title="No tools yet" action={<Button size="sm">Add</Button>}>
      Tools let models search and read.
    </EmptyRow>
    <div className="card">
      <EmptyState
        icon={<Box />}
        title="No models yet"
        action={<Button variant="primary">Make the first one</Button>}
      >
        Models that you make appear here.
      </EmptyState>
    </div>
    <SampleRow name="Toast">
      <Button
        onClick={() =>
          showToast({ title: 'Chat deleted', action: { label: 'Undo', onSelect: () => {} } })
        }
      >
        With an action
      </Button>
      <Button onClick={() => showToast({ kind: 'success', title: 'Link copied' })}>Success</Button>
      <Button
        onClick={() =>
          showToast({
            kind: 'error',
            title: 'Could not save',
            detail: 'The server cannot be reached.',
          })
        }
      >
        Error
      </Button>
    </SampleRow>
  </>
)

type ToolLineSampleProps = {
  icon: ReactNode
  summary: string
  isOpenAtFirst?: boolean
  children: ReactNode
}

function ToolLineSample({ isOpenAtFirst = false, children, ...line }: ToolLineSampleProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <ToolLine {...line} isOpen={isOpen} onToggle={setIsOpen}>
      <p className="ps-6 text-ink-muted">{children}</p>
    </ToolLine>
  )
}
