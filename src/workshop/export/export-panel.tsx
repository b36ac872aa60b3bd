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
import { formatBytes, formatLength, joinWith } from '#lib/format.ts'
import { translateSentence } from '#lib/language/translate-sentence.ts'
import { language } from '#lib/language/translate.ts'
import { translateTexts } from '#lib/language/translate-texts.ts'
import { mimeTypeOfModel } from '#lib/model-kinds.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/viewer.ts'
import { ArView } from '../ar/ar-view.tsx'
import { FbxNote, PoseNote } from './export-notes.tsx'
import { WorkProgress } from '../work/work-status.tsx'
import { GameGroup } from './game-group.tsx'
import { ExportGroup, ExportRow, SaveButton, SaveLink } from './export-group.tsx'
import type { EditorState, PanelProps } from '../state/editor-state.ts'
import type { PrintScale } from '../state/use-print-scale.ts'
import { exportName } from '#model-files/export/export-name.ts'
import { loadFile, ShareFileButton } from '#ui/sharing/share-file-button.tsx'
import { useSaveExport } from './use-save-export.ts'
import type { Converted } from '#model-files/export/convert.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import { listLosses } from '#model-files/export/losses.ts'
import { type ExportFormat, getExportFormat } from '#lib/export-formats.ts'
import { quadBendMaxDegrees } from '#model-files/export/quads/quad-fault.ts'

const heightMaxMm = 10_000

export function ExportPanel({ editor }: PanelProps) {
  const { model, original, edits, loaded, print } = editor
  const [hasQuads, setHasQuads] = useState(false)
  const [targets, setTargets] = useState<Targets>({ obj: 'blender', stl: 'print' })
  const [faces, setFaces] = useState<Converted['faces']>()
  const { busy, save, make, stop } = useSaveExport(editor)

  const saveAs = async (format: ExportFormat) => {
    setFaces(undefined)
    const target = isTargeted(format) ? targets[format] : undefined
    setFaces((await save(format, { hasQuads, target }))?.faces)
  }

  const makeShared = async (format: ExportFormat) => {
    const target = isTargeted(format) ? targets[format] : undefined
    const made = await make(format, { target })
    return made && new Blob([made.bytes])
  }

  const rows = (formats: readonly ExportFormat[]) =>
    formats.map((format) => {
      const { label, isForPrint, mimeType } = getExportFormat(format)
      const { title, detail } = rowTexts[format]
      const target = isTargeted(format) ? targets[format] : undefined
      const hasHeight = isForPrint && (target ?? 'print') === 'print'
      return (
        <ExportRow
          key={format}
          format={label}
          title={title}
          badge={format === '3mf' ? t('Best') : undefined}
          detail={
            <>
              {hasHeight
                ? t('{detail}, {heightMm} mm high', { detail, heightMm: print.heightMm })
                : detail}
              <Losses format={format} loaded={loaded} />
            </>
          }
          action={
            <>
              {sharedFormats.has(format) && (
                <ShareFileButton
                  label={label}
                  name={exportName(model.title, getExportFormat(format))}
                  mimeType={mimeType}
                  make={() => makeShared(format)}
                  isIcon
                  disabled={busy !== undefined}
                />
              )}
              <SaveButton
                label={t('Save {label}', { label })}
                isBest={format === '3mf'}
                isLoading={busy?.format === format}
                disabled={busy !== undefined && busy.format !== format}
                onClick={() => void saveAs(format)}
              />
            </>
          }
        >
          {isTargeted(format) && (
            <div className="mt-2 mb-1 -me-2 -ms-3 w-[calc(100%+1.25rem)] border-t border-line px-3 pt-2">
              <FormField
                label={t('{label} made for', { label })}
                hint={describeFrame(getExportFrame(targets[format], format))}
              >
                <Select
                  value={targets[format]}
                  options={translateTexts(exportTargets, ['label'])}
                  onValueChange={(next) => setTargets({ ...targets, [format]: next })}
                />
              </FormField>
            </div>
          )}
          {format === 'obj' && (
            <div className="mt-2 mb-1 -me-2 -ms-3 w-[calc(100%+1.25rem)] border-t border-line px-3 pt-2">
              <Switch
                label={t('Merge triangles into quads')}
                hint={t('Where the fold is at most {quadBendMaxDegrees}°; others stay triangles', {
                  quadBendMaxDegrees,
                })}
                checked={hasQuads}
                disabled={busy !== undefined}
                onCheckedChange={(isWanted) => {
                  setHasQuads(isWanted)
                  setFaces(undefined)
                }}
              />
              <output className="block text-xs text-ink-muted tabular-nums">
                {faces && t('Saved with {faces}.', { faces: describeFaces(faces) })}
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
          label={t('Writing {label}', { label: getExportFormat(busy.format).label })}
          fraction={busy.fraction}
          onStop={stop}
        />
      )}
      <PoseNote editor={editor} />
      <ExportGroup
        title={t('Print it')}
        hint={t('Slicer: the program of your printer, such as Bambu Studio')}
        icon={<Printer />}
        tone="accent"
      >
        <li className="px-3 py-2.5">
          <FormField label={t('Print height')} hint={describeSize(print)}>
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
        <PrintChecks onOpen={() => editor.onPanel('print')} />
      </ExportGroup>
      <ExportGroup
        title={t('Show it')}
        hint={t('On a page, in a game, in a deck')}
        icon={<Globe />}
      >
        <Originals model={model} original={original} edits={edits} />
      </ExportGroup>
      <ExportGroup title={t('Change it')} hint={t('In 3D software')} icon={<PencilRuler />}>
        {rows(['gltf', 'obj', 'ply'])}
      </ExportGroup>
      <ExportGroup
        title={t('See it in your room')}
        hint={t('On a phone, at true size')}
        icon={<Glasses />}
      >
        {rows(['usdz'])}
      </ExportGroup>
      <ArView editor={editor} />
      <GameGroup editor={editor} />
      <FbxNote />
    </>
  )
}

const PrintChecks = ({ onOpen }: { onOpen: () => void }) => (
  <li className="p-1.5">
    <Button variant="ghost" icon={<Printer aria-hidden />} onClick={onOpen}>
      {t('Print preparation')}
    </Button>
  </li>
)

/** Formats that people send from a phone, besides GLB: for printers, and for AR on iPhones. */
const sharedFormats: ReadonlySet<ExportFormat> = new Set(['stl', '3mf', 'usdz'])

type Targets = { obj: ExportTarget; stl: ExportTarget }

const isTargeted = (format: ExportFormat): format is keyof Targets =>
  format === 'obj' || format === 'stl'

const describeFrame = ({ unit, upAxis }: ExportFrame): string =>
  t(
    '{unit, select, metres {In metres} centimetres {In centimetres} other {In millimetres}}, {upAxis} up',
    { unit, upAxis: upAxis.toUpperCase() },
  )

const rowTexts: Record<ExportFormat, { title: string; detail: string }> = {
  '3mf': { title: t('Print file'), detail: t('For any slicer') },
  stl: { title: t('Shape only'), detail: t('Works everywhere') },
  gltf: { title: t('Textures apart'), detail: t('Zip with everything') },
  obj: { title: t('With materials'), detail: t('Zip with textures') },
  ply: { title: t('Points with colours'), detail: t('For scanning and research, in metres') },
  usdz: { title: t('iPhone and iPad'), detail: t('Opens in AR') },
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
        title={t('Original')}
        detail={t('As it was made')}
        aside={original.sizeBytes === undefined ? undefined : formatBytes(original.sizeBytes)}
        action={
          <>
            {original.downloadUrl === undefined && (
              <ShareOriginal label={kind} url={original.url} name={original.fileName} />
            )}
            <SaveLink
              label={t('Original {kind}', { kind })}
              href={original.downloadUrl ?? original.url}
              download={original.fileName}
            />
          </>
        }
      />
      {original.downloadUrl !== undefined && original.madeFrom !== undefined && (
        <ExportRow
          format="GLB"
          title={t('One file, with textures')}
          detail={t('Made from this {madeFrom}', { madeFrom: original.madeFrom })}
          action={
            <>
              <ShareOriginal label="GLB" url={original.url} name={`${original.title}.glb`} />
              <SaveLink
                label={t('GLB made from this {madeFrom}', { madeFrom: original.madeFrom })}
                href={original.url}
                download={`${original.title}.glb`}
              />
            </>
          }
        />
      )}
      {edits.length > 0 && (
        <ExportRow
          format="GLB"
          title={t('With your changes')}
          detail={t('{editsCount, plural, one {# change} other {# changes}}', {
            editsCount: edits.length,
          })}
          aside={model.sizeBytes === undefined ? undefined : formatBytes(model.sizeBytes)}
          action={
            <>
              <ShareOriginal label="GLB" url={model.url} name={model.fileName} />
              <SaveLink label={t('Edited GLB')} href={model.url} download={model.fileName} />
            </>
          }
        />
      )}
    </>
  )
}

type ShareOriginalProps = { label: string; url: string; name: string }

const ShareOriginal = ({ label, url, name }: ShareOriginalProps) => (
  <ShareFileButton
    label={label}
    name={name}
    mimeType={mimeTypeOfModel(name.slice(name.lastIndexOf('.') + 1))}
    make={() => loadFile(url)}
    isIcon
  />
)

function Losses({ format, loaded }: { format: ExportFormat; loaded: LoadedModel | undefined }) {
  const losses = loaded ? listLosses(format, loaded).map(translateSentence) : []
  return losses.length === 0 ? null : (
    <p className="text-xs text-pretty text-ink-muted">
      {t('Leaves out {losses}.', { losses: joinWith('and', losses) })}
    </p>
  )
}

const describeSize = (print: PrintScale): string => {
  const sides = print.sizeMm.map((mm) =>
    mm.toLocaleString(language, { maximumSignificantDigits: 3 }),
  )
  const size = t('{mm} mm', { mm: sides.join(' × ') })
  return print.isSuggested ? `${size} · ${describeSuggestion(print)}` : size
}

const describeSuggestion = ({ scale, naturalMm }: PrintScale): string =>
  scale === 1
    ? t('Original size')
    : t('Scaled to fit a print bed; the original is {length} high', {
        length: formatLength(naturalMm / 1000),
      })

const describeFaces = ({ quads, triangles }: NonNullable<Converted['faces']>): string =>
  t(
    '{quads, plural, one {# quad} other {# quads}} and {triangles, plural, one {# triangle} other {# triangles}}',
    { quads, triangles },
  )
