import Download from 'lucide-react/icons/download'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import { useState } from 'react'
import { formatCount, joinWithCommas } from '#lib/format.ts'
import { translateTexts } from '#lib/language/translate-texts.ts'
import {
  type ColliderForm,
  type GameAnswer,
  gameEngines,
  type GameOptions,
  type GameQuestion,
  type LodForm,
  type Pivot,
} from '#model-files/game/game-options.ts'
import { enginesWithFolder } from '#model-files/game/engine-folder.ts'
import { plainName } from '#model-files/export/export-name.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Select } from '#ui/fields/select.tsx'
import { saveFile } from '#ui/save-file.ts'
import { t } from '#languages/viewer.ts'
import type { PanelProps } from '../state/editor-state.ts'
import { useWork } from '../work/use-work.ts'
import { WorkFailure, WorkProgress } from '../work/work-status.tsx'
import { ExportGroup } from './export-group.tsx'

const pivots: readonly { value: Pivot; label: string }[] = [
  { value: 'file', label: t('As it is') },
  { value: 'base', label: t('Base') },
  { value: 'centre', label: t('Centre') },
]
const lodForms: readonly { value: LodForm; label: string }[] = [
  { value: 'none', label: t('None') },
  { value: 'one-file', label: t('One file') },
  { value: 'files', label: t('Files') },
  { value: 'folder', label: t('Project') },
]
const colliderForms: readonly { value: ColliderForm; label: string }[] = [
  { value: 'none', label: t('None') },
  { value: 'whole', label: t('One hull') },
  { value: 'parts', label: t('Per part') },
]

/** Renders the export for a game engine: origin, levels of detail and colliders. */
export function GameGroup({ editor: { model } }: PanelProps) {
  const [options, setOptions] = useState<GameOptions>({
    engine: 'unity',
    pivot: 'base',
    lods: 'none',
    collider: 'none',
  })
  const [made, setMade] = useState<GameAnswer>()
  const { busy, failure, run, stop } = useWork<'game', GameAnswer>()
  const put = (part: Partial<GameOptions>) => {
    setOptions((now) => ({ ...now, ...part }))
    setMade(undefined)
  }
  const engines = translateTexts(gameEngines, ['hint'])
  const hasFolder = enginesWithFolder.includes(options.engine)
  const start = () => {
    const worker = new Worker(new URL('../../model-files/game/game-worker.ts', import.meta.url), {
      type: 'module',
    })
    const name = plainName(model.title)
    const question: GameQuestion = {
      url: new URL(model.url, document.baseURI).href,
      name,
      options,
    }
    void run('game', {
      worker,
      question,
      onDone: (answer) => {
        saveFile(new Blob([answer.bytes]), `${name}-${options.engine}.${answer.ending}`)
        setMade(answer)
      },
    })
  }
  return (
    <ExportGroup title={t('Play with it')} hint={t('In a game engine')} icon={<Gamepad2 />}>
      <li className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 py-2.5">
        <FormField
          label={t('Engine')}
          hint={engines.find(({ value }) => value === options.engine)?.hint}
        >
          <Select
            value={options.engine}
            options={engines}
            onValueChange={(engine) =>
              put({
                engine,
                ...(!enginesWithFolder.includes(engine) &&
                  options.lods === 'folder' && { lods: 'files' }),
              })
            }
          />
        </FormField>
        <FormField label={t('Origin')}>
          <SegmentedControl
            value={options.pivot}
            options={pivots}
            onValueChange={(pivot) => put({ pivot })}
          />
        </FormField>
        <FormField
          label={t('Levels of detail')}
          hint={options.lods === 'folder' ? folderHints[options.engine] : undefined}
        >
          <SegmentedControl
            value={options.lods}
            options={lodForms.filter(({ value }) => value !== 'folder' || hasFolder)}
            onValueChange={(lods) => put({ lods })}
          />
        </FormField>
        <FormField label={t('Collider')}>
          <SegmentedControl
            value={options.collider}
            options={colliderForms}
            onValueChange={(collider) => put({ collider })}
          />
        </FormField>
        {busy && <WorkProgress label={t('Preparing')} fraction={busy.fraction} onStop={stop} />}
        <WorkFailure failure={failure} />
        <div className="flex items-center justify-between gap-3">
          <output className="min-w-0 text-xs text-pretty text-ink-muted">
            {made && describeAnswer(made)}
          </output>
          <Button icon={<Download aria-hidden />} isLoading={!!busy} onClick={start}>
            {options.lods === 'files' || options.lods === 'folder' ? t('Save zip') : t('Save GLB')}
          </Button>
        </div>
      </li>
    </ExportGroup>
  )
}

const folderHints: Partial<Record<GameOptions['engine'], string>> = {
  unity: t('A folder for Assets, with a menu command that makes a prefab. Needs glTFast.'),
  godot: t('A folder for a Godot 4 project, with a scene that switches the levels.'),
}

function describeAnswer({ triangles, colliders }: GameAnswer): string {
  const levels = t('{triangles} triangles', {
    triangles: joinWithCommas(triangles.map((count) => formatCount(count))),
  })
  return colliders > 0
    ? `${levels}; ${t('{colliders, plural, one {# collider} other {# colliders}}', { colliders })}`
    : levels
}
