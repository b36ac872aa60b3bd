import Box from 'lucide-react/icons/box'
import Camera from 'lucide-react/icons/camera'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Maximize2 from 'lucide-react/icons/maximize-2'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import type { MenuItem } from '#ui/overlays/menu-props.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { Select } from '#ui/fields/select.tsx'
import type { Look } from '#viewer/look/look.ts'
import { modes } from '#viewer/look/modes.ts'
import type { Side } from '#viewer/camera/sides.ts'
import type { DeskState, Topic } from '../state/desk-state.ts'
import { topics } from './topics.tsx'

type DeskToolbarProps = {
  desk: DeskState
  topic: Topic | undefined
  onTopic: (topic: Topic | undefined) => void
}

const sides: readonly { side: Side; label: string; keys?: string }[] = [
  { side: 'threeQuarter', label: 'Isometric' },
  { side: 'front', label: 'Front', keys: '1' },
  { side: 'right', label: 'Right', keys: '3' },
  { side: 'top', label: 'Top', keys: '7' },
  { side: 'back', label: 'Back', keys: '9' },
  { side: 'left', label: 'Left' },
  { side: 'bottom', label: 'Bottom' },
]

const group =
  'pointer-events-auto flex gap-0.5 rounded-lg border border-line bg-surface-overlay/90 p-0.5 shadow-raised backdrop-blur-sm'

export function DeskToolbar({ desk, topic, onTopic }: DeskToolbarProps) {
  const { model, look, onLook, viewer } = desk
  const cameras = desk.loaded?.cameras ?? []
  return (
    <div
      role="toolbar"
      aria-label="View"
      className="pointer-events-none absolute inset-x-3 top-3 z-10 flex flex-wrap items-start gap-2"
    >
      <div className={group}>
        <IconButton
          label="Fit to view"
          keys="F"
          icon={<Maximize2 aria-hidden />}
          onClick={() => viewer.current?.frame()}
        />
        <Menu
          align="start"
          trigger={viewTrigger}
          items={[
            ...sides.map(({ side, label, keys }) => ({
              label,
              ...(keys !== undefined && { keys }),
              onSelect: () => viewer.current?.view(side),
            })),
            ...cameras.map((camera): MenuItem => ({
              label: camera.name,
              icon: <Camera aria-hidden />,
              onSelect: () => viewer.current?.lookFrom(camera),
            })),
            'separator',
            toggle('Orthographic', look.isOrthographic, (isOrthographic) =>
              onLook({ isOrthographic }),
            ),
            toggle('Auto-rotate', look.isTurning, (isTurning) => onLook({ isTurning })),
          ]}
        />
        {!desk.loaded?.splats && (
          <Select
            variant="ghost"
            aria-label="Show"
            value={look.mode}
            options={modes}
            onValueChange={(mode: Look['mode']) => onLook({ mode })}
          />
        )}
      </div>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
        <div className={`${group} @max-3xl:hidden`}>
          {topics
            .filter(({ word }) => word === undefined)
            .map((entry) => (
              <IconButton
                key={entry.topic}
                label={entry.label}
                icon={entry.icon}
                isActive={entry.topic === topic}
                onPointerEnter={() => void entry.load().catch(() => {})}
                onClick={() => onTopic(entry.topic === topic ? undefined : entry.topic)}
              />
            ))}
        </div>
        <div className={`${group} @max-3xl:hidden`}>
          {topics
            .filter(({ word }) => word !== undefined)
            .map((entry) => (
              <Button
                key={entry.topic}
                variant="ghost"
                aria-label={entry.label}
                aria-pressed={entry.topic === topic}
                data-tooltip={entry.label}
                icon={entry.icon}
                className="px-2!"
                onPointerEnter={() => void entry.load().catch(() => {})}
                onClick={() => onTopic(entry.topic === topic ? undefined : entry.topic)}
              >
                <span className="@max-5xl:hidden">{entry.word}</span>
              </Button>
            ))}
        </div>
        <div className={`${group} @3xl:hidden`}>
          <Menu
            trigger={toolsTrigger}
            items={topics.map((entry) => ({
              label: entry.label,
              icon: entry.icon,
              onSelect: () => onTopic(entry.topic),
            }))}
          />
        </div>
        <LinkButton
          href={model.downloadUrl ?? model.url}
          download={model.fileName}
          icon={<Download aria-hidden />}
          className="pointer-events-auto"
        >
          {model.fileName.slice(model.fileName.lastIndexOf('.') + 1).toUpperCase()}
        </LinkButton>
      </div>
    </div>
  )
}

const toggle = (label: string, isOn: boolean, onChange: (isOn: boolean) => void): MenuItem => ({
  label,
  ...(isOn && { keys: 'on' }),
  onSelect: () => onChange(!isOn),
})

const viewTrigger: OverlayTrigger = (props) => (
  <Button {...props} variant="ghost" icon={<Box aria-hidden />} className="px-2.5!">
    View
  </Button>
)

const toolsTrigger: OverlayTrigger = (props) => (
  <IconButton {...props} label="Tools" icon={<Ellipsis aria-hidden />} />
)
