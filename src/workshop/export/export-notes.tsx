import { Fragment } from 'react'
import { useStore } from 'zustand'
import { formatFixed } from '#lib/format.ts'
import { PanelSection } from '#ui/layout/section.tsx'
import { t } from '#languages/viewer.ts'
import type { PanelProps } from '../state/editor-state.ts'

export function PoseNote({ editor: { parts } }: PanelProps) {
  const { clips, clip, seconds } = useStore(parts)
  const shown = clip === undefined ? undefined : clips[clip]
  return shown ? (
    <p className="text-xs text-pretty text-ink-muted tabular-nums">
      {t('Formats without animation get the shown pose: “{name}” at {seconds} s.', {
        name: shown.name,
        seconds: formatFixed(seconds, 1),
      })}
    </p>
  ) : null
}

const glbWays = [
  ['Blender', t('File › Import › glTF 2.0')],
  [t('Unity'), t('with the package glTFast, drop it into the project')],
  [t('Unreal Engine'), t('drop it into the content browser (from 5.1)')],
  [t('Godot'), t('drop it into the project')],
] as const

export const FbxNote = () => (
  <PanelSection title={t('FBX')} isOpen={false}>
    <p className="text-pretty text-ink-muted">
      {t(
        'FBX cannot be written: its format is closed, and no maintained library writes it. Use the GLB, which keeps bones, animations and materials:',
      )}
    </p>
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {glbWays.map(([program, way]) => (
        <Fragment key={program}>
          <dt className="font-medium">{program}</dt>
          <dd className="text-ink-muted">{way}</dd>
        </Fragment>
      ))}
    </dl>
  </PanelSection>
)
