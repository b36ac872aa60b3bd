import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { t } from '#languages/viewer.ts'
import { MaterialEditor } from './material-editor.tsx'
import { type EditSteps, useEditStep } from './use-edit-step.ts'
import { UvSection } from './uv-section.tsx'
import { VariantsSection } from './variants-section.tsx'
import { formatRoughCount } from '#lib/format.ts'
import type { MaterialFacts } from '../state/material-facts.ts'
import type { EditorState, PanelProps } from '../state/editor-state.ts'
import type { PartsStore } from '../state/parts-store.ts'
import { LastEdit } from '../work/last-edit.tsx'
import { WorkFailure } from '../work/work-status.tsx'

export function MaterialsPanel({ editor }: PanelProps) {
  const { parts } = editor
  useEffect(() => {
    parts.setState({ isWanted: true, isPicking: true })
    return () => parts.setState({ isPicking: false })
  }, [parts])
  return (
    <>
      <MaterialList editor={editor} />
      <UvSection editor={editor} />
    </>
  )
}

function MaterialList({ editor }: PanelProps) {
  const { parts } = editor
  const { materials, selected } = useStore(parts)
  const steps = useEditStep(editor)
  if (materials.length === 0) {
    // The materials are not known until the changed model has loaded.
    return editor.loaded ? (
      <p className="text-ink-muted">{t('This model has no materials.')}</p>
    ) : null
  }
  return (
    <>
      <p className="text-pretty text-ink-muted">
        {t('Click the model to find a material, or choose one to see where it is used.')}
      </p>
      <LastEdit editor={editor} />
      <WorkFailure failure={steps.failure} />
      <VariantsSection editor={editor} steps={steps} />
      <ul className="flex flex-col gap-1">
        {materials.map((facts, at) => (
          <Entry
            // An index is a stable key, because the order of materials in the file never changes.
            key={at}
            facts={facts}
            editor={editor}
            steps={steps}
            isOpen={selected?.material === at}
            onPressed={() => toggle(parts, at)}
            triangles={trianglesWith(parts, at)}
          />
        ))}
      </ul>
    </>
  )
}

function toggle(parts: PartsStore, material: number): void {
  const { selected } = parts.getState()
  parts.setState({ selected: selected?.material === material ? undefined : { material } })
}

const trianglesWith = (parts: PartsStore, material: number): number =>
  parts
    .getState()
    .tree.reduce((sum, entry) => sum + (entry.materials.includes(material) ? entry.own : 0), 0)

type EntryProps = {
  editor: EditorState
  steps: EditSteps
  facts: MaterialFacts
  isOpen: boolean
  onPressed: () => void
  triangles: number
}

function Entry({ editor, steps, facts, isOpen, onPressed, triangles }: EntryProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={row} className="rounded-md border border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onPressed}
        className="flex w-full items-center gap-2 rounded-md p-2 text-start hover:bg-hover coarse:min-h-11"
      >
        <Swatch color={facts.color} />
        <span className="min-w-0 flex-1 truncate font-medium">{facts.name}</span>
        <span className="text-xs text-ink-faint tabular-nums">{formatRoughCount(triangles)}</span>
      </button>
      {isOpen && <Details facts={facts} />}
      {isOpen && facts.place !== undefined && facts.settings && (
        <MaterialEditor
          key={editor.model.url}
          editor={editor}
          place={facts.place}
          settings={facts.settings}
          steps={steps}
        />
      )}
    </li>
  )
}

const Swatch = ({ color = 'transparent' }: { color: string | undefined }) => (
  <svg aria-hidden viewBox="0 0 16 16" className="size-4 shrink-0 rounded-sm border border-line">
    <rect width="16" height="16" fill={color} />
  </svg>
)

const Details = ({ facts: { values, textures } }: { facts: MaterialFacts }) => (
  <div className="px-2 pb-2">
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
      {values.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="text-end tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
    {textures.length > 0 && (
      <>
        <h4 className="mt-3 mb-1 text-xs font-medium text-ink-faint">{t('Textures')}</h4>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
          {textures.map(({ use, name, widthPx, heightPx }) => (
            <div key={use} className="contents">
              <dt className="text-ink-muted">{use}</dt>
              <dd className="truncate text-end tabular-nums" title={name}>
                {widthPx ? `${widthPx} × ${heightPx}` : name || t('Compressed')}
              </dd>
            </div>
          ))}
        </dl>
      </>
    )}
  </div>
)
