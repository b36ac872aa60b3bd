import Glasses from 'lucide-react/icons/glasses'
import Globe from 'lucide-react/icons/globe'
import PencilRuler from 'lucide-react/icons/pencil-ruler'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import {
  type ExportFrame,
  type ExportTarget,
  exportTargets,
  getExportFrame,
} from '#model-files/export/export-frame.ts'
import { formatBytes, formatLength, formatPlural } from '#lib/format.ts'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { ArView } from '../ar/ar-view.tsx'
import { FbxNote, PoseNote } from './export-notes.tsx'
import { WorkProgress } from '../work/work-status.tsx'
import { GameGroup } from './game-group.tsx'
import { ExportGroup, ExportRow, SaveButton, SaveLink } from './export-group.tsx'
import type { EditorState, PanelProps } from '../state/editor-state.ts'
import type { PrintScale } from '../state/use-print-scale.ts'
import { useSaveExport } from './use-save-export.ts'
import type { Converted } from '#model-files/export/convert.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import { describeLosses, listLosses } from '#model-files/export/losses.ts'
import { type ExportFormat, getExportFormat } from '#lib/export-formats.ts'
import { quadBendMaxDegrees } from '#model-files/export/quads/quad-fault.ts'

const heightMaxMm = 10_000

export function ExportPanel({ editor }: PanelProps) {
  const { model, original, edits, loaded, print } = editor
  const [hasQuads, setHasQuads] = useState(false)
  const [targets, setTargets] = useState<Targets>({ obj: 'blender', stl: 'print' })
  const [faces, setFaces] = useState<Converted['faces']>()
  const { busy, save, stop } = useSaveExport(editor)

  const saveAs = async (format: ExportFormat) => {
    setFaces(undefined)
    const target = isTargeted(format) ? targets[format] : undefined
    setFaces((await save(format, { hasQuads, target }))?.faces)
  }

  const rows = (formats: readonly ExportFormat[]) =>
    formats.map((format) => {
      const { label, isForPrint } = getExportFormat(format)
      const { title, detail } = rowTexts[format]
      const target = isTargeted(format) ? targets[format] : undefined
      const hasHeight = isForPrint && (target ?? 'print') === 'print'
      return (
        <ExportRow
          key={format}
          format={label}
          title={title}
          badge={format === '3mf' ? 'Best' : undefined}
          detail={
            <>
              {hasHeight ? `${detail}, ${print.heightMm}\u00a0mm high` : detail}
              <Losses format={format} loaded={loaded} />
            </>
          }
          action={
            <SaveButton
              label={`Save ${label}`}
              isBest={format === '3mf'}
              isLoading={busy?.format === format}
              disabled={busy !== undefined && busy.format !== format}
              onClick={() => void saveAs(format)}
            />
          }
        >
          {isTargeted(format) && (
            <div className="my-1 w-full border-t border-line pt-2 pr-1">
              <FormField
                label={`${label} made for`}
                hint={describeFrame(getExportFrame(targets[format], format))}
              >
                <Select
                  value={targets[format]}
                  options={exportTargets}
                  onValueChange={(next) => setTargets({ ...targets, [format]: next })}
                />
              </FormField>
            </div>
          )}
          {format === 'obj' && (
            <div className="my-1 w-full border-t border-line pt-2 pr-1">
              <Switch
                label="Merge triangles into quads"
                hint={`Where the fold is at most ${quadBendMaxDegrees}°; others stay triangles`}
                checked={hasQuads}
                disabled={busy !== undefined}
                onCheckedChange={(isWanted) => {
                  setHasQuads(isWanted)
                  setFaces(undefined)
                }}
              />
              <output className="block text-xs text-ink-muted tabular-nums">
                {faces && `Saved with ${describeFaces(faces)}.`}
              </output>
            </div>
          )}
        </ExportRow>
      )
    })

  return (
    <>
      {busy && (
        <WorkProgress
          label={`Writing ${getExportFormat(busy.format).label}`}
          fraction={busy.fraction}
          onStop={stop}
        />
      )}
      <PoseNote editor={editor} />
      <ExportGroup title="Print it" hint="Keeps the size" icon={<Printer />} tone="accent">
        <li className="px-3 py-2.5">
          <FormField
            label="Print height"
            hint={print.isSuggested ? describeSuggestion(print) : undefined}
          >
            <NumberField
              value={print.isSuggested ? undefined : print.heightMm}
              onValueChange={print.setHeightMm}
              min={0.1}
              max={heightMaxMm}
              step={1}
              unit="mm"
              placeholder={String(print.heightMm)}
            />
          </FormField>
        </li>
        {rows(['3mf', 'stl'])}
      </ExportGroup>
      <ExportGroup title="Show it" hint="On a page, in a game, in a deck" icon={<Globe />}>
        <Originals model={model} original={original} edits={edits} />
      </ExportGroup>
      <GameGroup editor={editor} />
      <ExportGroup title="Change it" hint="In 3D software" icon={<PencilRuler />}>
        {rows(['gltf', 'obj', 'ply'])}
      </ExportGroup>
      <ExportGroup title="See it in your room" hint="On a phone, at true size" icon={<Glasses />}>
        {rows(['usdz'])}
      </ExportGroup>
      <ArView editor={editor} />
      <FbxNote />
    </>
  )
}

type Targets = { obj: ExportTarget; stl: ExportTarget }

const isTargeted = (format: ExportFormat): format is keyof Targets =>
  format === 'obj' || format === 'stl'

const describeFrame = ({ unit, upAxis }: ExportFrame): string =>
  `In ${unit}, ${upAxis.toUpperCase()} up`

const rowTexts: Record<ExportFormat, { title: string; detail: string }> = {
  '3mf': { title: 'For any slicer', detail: 'Colours' },
  stl: { title: 'Shape only', detail: 'Works everywhere' },
  gltf: { title: 'Textures apart', detail: 'Zip with everything' },
  obj: { title: 'With materials', detail: 'Zip with textures' },
  ply: { title: 'Points with colours', detail: 'For scanning and research, in metres' },
  usdz: { title: 'iPhone and iPad', detail: 'Opens in AR' },
}

const Originals = ({
  model,
  original,
  edits,
}: Pick<EditorState, 'model' | 'original' | 'edits'>) => {
  const kind = original.fileName.slice(original.fileName.lastIndexOf('.') + 1).toUpperCase()
  return (
    <>
      <ExportRow
        format={kind}
        title="Original"
        detail="As it was made"
        aside={original.sizeBytes === undefined ? undefined : formatBytes(original.sizeBytes)}
        action={
          <SaveLink
            label={`Original ${kind}`}
            href={original.downloadUrl ?? original.url}
            download={original.fileName}
          />
        }
      />
      {original.downloadUrl !== undefined && original.madeFrom !== undefined && (
        <ExportRow
          format="GLB"
          title="One file, with textures"
          detail={`Made from this ${original.madeFrom}`}
          action={
            <SaveLink
              label={`GLB made from this ${original.madeFrom}`}
              href={original.url}
              download={`${original.title}.glb`}
            />
          }
        />
      )}
      {edits.length > 0 && (
        <ExportRow
          format="GLB"
          title="With your changes"
          detail={formatPlural(edits.length, 'change')}
          aside={model.sizeBytes === undefined ? undefined : formatBytes(model.sizeBytes)}
          action={<SaveLink label="Edited GLB" href={model.url} download={model.fileName} />}
        />
      )}
    </>
  )
}

function Losses({ format, loaded }: { format: ExportFormat; loaded: LoadedModel | undefined }) {
  const sentence = loaded && describeLosses(listLosses(format, loaded))
  return sentence === undefined ? null : (
    <p className="text-xs text-pretty text-ink-muted">{sentence}</p>
  )
}

const describeSuggestion = ({ scale, naturalMm }: PrintScale): string =>
  scale === 1
    ? 'Original size'
    : `Scaled to fit a print bed; the original is ${formatLength(naturalMm / 1000)} high`

const describeFaces = ({ quads, triangles }: NonNullable<Converted['faces']>): string =>
  `${formatPlural(quads, 'quad')} and ${formatPlural(triangles, 'triangle')}`
