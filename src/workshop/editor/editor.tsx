import {
  Fragment,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import { defaultLook, type Look } from '#viewer/look/look.ts'
import { getLegend } from '#viewer/look/modes.ts'
import { t } from '#languages/viewer.ts'
import type { NotesKeeper } from '../state/notes.ts'
import { useNotes } from '../state/use-notes.ts'
import { createPartsStore } from '../state/parts-store.ts'
import type { Cut } from '../state/cut.ts'
import { type ModelVariant, withVariant } from '#model-files/glb/variant-address.ts'
import { Viewer, type ViewerHandle } from '#viewer/viewer.tsx'
import type {
  EditorState as EditorTools,
  EditorModel,
  PanelId,
  ProvideSlicerFile,
} from '../state/editor-state.ts'
import { isLarge } from '../large-model/large.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import type { SaveVersion } from './edits-bar.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { useBarHeight } from './use-bar-height.ts'
import { describeEdits, getFactor, type UnsavedEdits, useEdits } from '../state/use-edits.ts'
import { usePrintScale } from '../state/use-print-scale.ts'

const loadAnimationBar = async () => (await import('../parts/animation-bar.tsx')).AnimationBar
const loadStageNotes = async () => (await import('./stage-notes.tsx')).StageNotes
const loadNoteLayer = async () => (await import('../notes/note-layer.tsx')).NoteLayer
const loadNotesStage = async () => (await import('../notes/notes-stage.tsx')).NotesStage
const loadCustomEnvironment = async () =>
  (await import('#viewer/light/custom-environment.tsx')).CustomEnvironment
const loadLargeModel = async () => (await import('../large-model/large-model.tsx')).LargeModel
const loadPartsStage = async () => (await import('../parts/parts-stage.tsx')).PartsStage
const loadSectionCut = async () => (await import('../section/section-cut.tsx')).SectionCut
prefetch(loadSectionCut)

export type EditorProps = {
  model: EditorModel
  active: boolean
  hasTools?: boolean
  /** Makes the download the main button of the page. */
  isDownloadMain?: boolean
  onLoaded?: (loaded: LoadedModel) => void
  viewerClassName?: string
  /** Saves the edited model. If undefined, edits can only be downloaded. */
  onSaveVersion?: SaveVersion | undefined
  onSlicerFile?: ProvideSlicerFile | undefined
  /**
   * Called when the edits change, with `undefined` without edits. The function's identity must not
   * change.
   */
  onUnsaved?: ((unsaved: UnsavedEdits | undefined) => void) | undefined
  onStage?: ReactNode
  /** Opens this panel when the value changes. */
  askedPanel?: PanelId | undefined
  notes?: NotesKeeper | undefined
  viewerRef?: RefObject<ViewerHandle | null> | undefined
  /** Called when a panel opens or closes. The function's identity must not change. */
  onPanelToggled?: ((isOpen: boolean) => void) | undefined
}

const isSky = ({ name }: File): boolean => name.toLowerCase().endsWith('.hdr')

const own: ModelVariant = {}

const keepsEdits = (panel: PanelId): boolean =>
  panel === 'print' ||
  panel === 'materials' ||
  panel === 'optimize' ||
  panel === 'parts' ||
  panel === 'notes'

export function ModelEditor(props: EditorProps) {
  const { model: original, active, hasTools = true, onLoaded, viewerClassName = '' } = props
  const ownViewer = useRef<ViewerHandle>(null)
  const viewer = props.viewerRef ?? ownViewer
  const { edits, edited: model, add, undo } = useEdits(original)
  useUnsaved(edits, props.onUnsaved)
  const [look, setLook] = useState<Look>(defaultLook)
  const [cut, setCut] = useState<Cut>()
  const [notes, changeNotes] = useNotes(original.url, props.notes)
  const noteElements = useRef(new Map<number, HTMLElement>())
  const [sky, setSky] = useState<File>()
  const clearSky = useCallback(() => setSky(undefined), [])
  const [panel, setPanel] = useAskedPanel(props.askedPanel)
  const bar = useBarHeight()
  const [loaded, setLoaded] = useState<{ url: string; of: string; facts: LoadedModel }>()
  const [onStage, putOnStage] = useAddedNodes()
  const [onGround, putOnGround] = useAddedNodes()
  const [overStage, putOverStage] = useAddedNodes()

  const [chosen, setChosen] = useState<{ of: string; choice: ModelVariant }>()
  // The choice stays after edits. The viewer ignores a variant that an edit has removed.
  const choice = chosen?.of === original.url ? chosen.choice : own
  const [parts] = useState(createPartsStore)
  const isPartsWanted = useStore(parts, ({ isWanted }) => isWanted)

  const shown = loaded?.url === model.url ? loaded.facts : undefined
  const print = usePrintScale(original.url, shown?.sizeMetres, {
    isToScale: original.madeFrom !== undefined,
    factor: getFactor(edits),
  })
  const moves = hasTools && (shown?.animations ?? 0) > 0
  const hasParts = isPartsWanted || moves
  const editor: EditorTools = {
    model,
    original,
    edits,
    onEdited: add,
    onUndo: undo,
    choice,
    onChoice: (next) => setChosen({ of: original.url, choice: next }),
    parts,
    loaded: shown,
    print,
    look,
    onLook: (change) => setLook((now) => ({ ...now, ...change })),
    notes,
    onNotes: changeNotes,
    sky,
    onSky: setSky,
    cut,
    onCut: setCut,
    viewer,
    putOnStage,
    putOnGround,
    putOverStage,
    onPanel: setPanel,
    onSlicerFile: props.onSlicerFile,
  }
  const [allowed, setAllowed] = useState<string>()
  const isHeld = isLarge(original) && edits.length === 0 && allowed !== original.url
  useToggled(panel !== undefined && hasTools && !isHeld, props.onPanelToggled)

  return (
    <div
      className="@container absolute inset-0"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files
        // The parent component handles files that are not panoramas.
        if (!file || !isSky(file)) return
        event.preventDefault()
        event.stopPropagation()
        setSky(file)
      }}
    >
      <Viewer
        ref={viewer}
        model={isHeld ? undefined : { url: withVariant(model.url, choice), title: model.title }}
        subject={original.url}
        insetPx={hasTools ? bar.heightPx : 0}
        look={look}
        active={active}
        onLoaded={(facts) => {
          setLoaded({ url: model.url, of: original.url, facts })
          onLoaded?.(facts)
        }}
        onTurningEnded={() => editor.onLook({ isTurning: false })}
        onStage={
          <>
            {hasParts && <Loaded load={loadPartsStage} props={{ store: parts }} />}
            {notes.length > 0 && (
              <Loaded load={loadNotesStage} props={{ notes, elements: noteElements }} />
            )}
            {sky && (
              <Loaded load={loadCustomEnvironment} props={{ file: sky, onFailed: clearSky }} />
            )}
            {cut && <Loaded load={loadSectionCut} props={{ cut }} />}
            {props.onStage}
            {onStage}
          </>
        }
        onGround={onGround}
        // Keeps the model above the area that a panel, the animation bar or the page's footer
        // covers.
        className={`absolute! inset-0 ${moves ? 'bottom-[max(3.25rem,var(--covered-below,0px)-0.25rem,var(--covered-by-sheet,0px))]' : 'bottom-[max(0px,var(--covered-below,0px)-3.5rem,var(--covered-by-sheet,0px))]'} ${panel && hasTools ? 'md:@xl:end-76 md:@5xl:end-94' : ''} ${viewerClassName}`}
      >
        {overStage}
      </Viewer>
      {notes.length > 0 && (
        <Loaded load={loadNoteLayer} props={{ notes, elements: noteElements }} />
      )}
      {isHeld && (
        <Loaded
          key={original.url}
          load={loadLargeModel}
          props={{
            model: original,
            onLight: (glb) => add(glb, t('Opened as a simplified copy.')),
            onAll: () => setAllowed(original.url),
          }}
        />
      )}
      {hasTools && !isHeld && (
        <>
          <EditorToolbar
            editor={editor}
            panel={panel}
            onPanel={setPanel}
            barRef={bar.barRef}
            isDownloadMain={props.isDownloadMain ?? false}
            className={panel ? 'end-3 md:@xl:end-79 md:@5xl:end-97' : 'end-3'}
          />
          {moves && <Loaded load={loadAnimationBar} props={{ store: parts }} />}
          <Loaded
            load={loadStageNotes}
            isWanted={edits.length > 0 || getLegend(look.mode) !== undefined}
            props={{ editor, topPx: bar.heightPx, onSaveVersion: props.onSaveVersion }}
          />
          {panel && (
            <PanelFrame
              key={`${panel} ${keepsEdits(panel) ? original.url : model.url}`}
              panel={panel}
              editor={editor}
              onClose={() => setPanel(undefined)}
            />
          )}
        </>
      )}
    </div>
  )
}

/** Returns the nodes that panels have added, and a function that adds a node and returns its removal. */
function useAddedNodes() {
  const [added, setAdded] = useState<readonly { id: number; node: ReactNode }[]>([])
  const lastId = useRef(0)
  const add = useCallback((node: ReactNode) => {
    lastId.current++
    const entry = { id: lastId.current, node }
    setAdded((now) => [...now, entry])
    return () => setAdded((now) => now.filter((one) => one !== entry))
  }, [])
  return [added.map(({ id, node }) => <Fragment key={id}>{node}</Fragment>), add] as const
}

/** Returns the open panel, which the page can ask for, and a function that opens a panel. */
function useAskedPanel(asked: PanelId | undefined) {
  const [panel, setPanel] = useState(asked)
  const [before, setBefore] = useState(asked)
  if (asked !== before) {
    setBefore(asked)
    if (asked) setPanel(asked)
  }
  return [panel, setPanel] as const
}

/** Notifies the page at the click, because the panel's code may load much later. */
function useToggled(isOpen: boolean, onToggled: EditorProps['onPanelToggled']): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    onToggled?.(true)
    return () => onToggled?.(false)
  }, [isOpen, onToggled])
}

function useUnsaved(edits: EditorTools['edits'], onUnsaved: EditorProps['onUnsaved']): void {
  useEffect(() => {
    const last = edits.at(-1)
    onUnsaved?.(last && { ...last, step: describeEdits(edits), count: edits.length })
  }, [edits, onUnsaved])
  useEffect(() => () => onUnsaved?.(undefined), [onUnsaved])
}
