import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Palette from 'lucide-react/icons/palette'
import Target from 'lucide-react/icons/target'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { formatPercent, formatRoughCount, joinWithCommas } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Slider } from '#ui/fields/slider.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/viewer.ts'
import type { PanelProps } from '../state/editor-state.ts'
import { isolate, type PartsStore, toggle, type TreeEntry } from '../state/parts-store.ts'
import { Clips, Morphs } from './animation-controls.tsx'
import { RotateButtons } from './rotate-buttons.tsx'

export function PartsPanel({ editor }: PanelProps) {
  const { parts, loaded, choice, onChoice } = editor
  useEffect(() => {
    parts.setState({ isWanted: true, isPicking: true })
    return () => parts.setState({ isPicking: false })
  }, [parts])
  const scenes = loaded?.scenes ?? []
  const variants = loaded?.variants ?? []
  return (
    <div>
      {(scenes.length > 1 || variants.length > 0) && (
        <PanelSection title={t('Variants')}>
          {scenes.length > 1 && (
            <FormField label={t('Scene')}>
              <Select
                value={String(choice.scene ?? loaded?.scene ?? 0)}
                options={scenes.map((label, at) => ({ value: String(at), label }))}
                onValueChange={(value) => onChoice({ ...choice, scene: Number(value) })}
              />
            </FormField>
          )}
          {variants.length > 0 && (
            <FormField label={t('Materials')}>
              <Select
                value={choice.variant === undefined ? 'own' : String(choice.variant)}
                options={[
                  { value: 'own', label: t('Default') },
                  ...variants.map((label, at) => ({ value: String(at), label })),
                ]}
                onValueChange={(value) =>
                  onChoice({ ...choice, variant: value === 'own' ? undefined : Number(value) })
                }
              />
            </FormField>
          )}
        </PanelSection>
      )}
      <Clips store={parts} />
      <Morphs store={parts} />
      <PanelSection title={t('Orientation')}>
        <RotateButtons editor={editor} />
      </PanelSection>
      <PanelSection title={t('Parts')}>
        <BonesSwitch store={parts} />
        <Tree store={parts} onMaterial={() => editor.onPanel('materials')} />
      </PanelSection>
    </div>
  )
}

function BonesSwitch({ store }: { store: PartsStore }) {
  const { bones, showsBones } = useStore(store)
  if (bones === 0) return null
  return (
    <Switch
      label={t('Show skeleton')}
      hint={bones === 1 ? t('1 bone') : t('{bones} bones', { bones })}
      checked={showsBones}
      onCheckedChange={(next) => store.setState({ showsBones: next })}
    />
  )
}

function Tree({ store, onMaterial }: { store: PartsStore; onMaterial: () => void }) {
  const { tree, hidden, apart, selected, materials } = useStore(store)
  const used = tree.find(({ id }) => id === selected?.part)?.materials ?? []
  return (
    <>
      <FormField
        label={t('Explode')}
        hint={tree.length < 2 ? t('This model has only one part.') : undefined}
      >
        <Slider
          aria-label={t('Explode')}
          value={apart}
          min={0}
          max={1}
          step={0.01}
          disabled={tree.length < 2}
          aria-valuetext={formatPercent(apart)}
          onValueChange={(value) => store.setState({ apart: value })}
        />
      </FormField>
      <p className="text-xs text-pretty text-ink-muted">
        {t('Click a part here or on the model to select it.')}
      </p>
      <ul className="max-h-72 overflow-y-auto">
        {tree.map((entry) => (
          <TreeRow
            key={entry.id}
            store={store}
            entry={entry}
            isHidden={hidden.has(entry.id)}
            isSelected={selected?.part === entry.id}
          />
        ))}
      </ul>
      {used.length > 0 && (
        <Button size="sm" icon={<Palette aria-hidden />} onClick={onMaterial}>
          {t('Material: {used}', {
            used: joinWithCommas(used.map((at) => materials[at]?.name ?? '')),
          })}
        </Button>
      )}
    </>
  )
}

type TreeRowProps = {
  store: PartsStore
  entry: TreeEntry
  isHidden: boolean
  isSelected: boolean
}

function TreeRow({ store, entry, isHidden, isSelected }: TreeRowProps) {
  const { id, name, depth, triangles, materials } = entry
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const [material] = materials
  return (
    <li
      ref={row}
      style={{ paddingLeft: Math.min(depth, 8) * 12 }}
      className={`group flex items-center gap-1 rounded-md ${isSelected ? 'bg-accent-soft' : 'hover:bg-hover'}`}
    >
      <button
        type="button"
        aria-label={t('Select {name}', { name })}
        aria-pressed={isSelected}
        onClick={() =>
          store.setState({
            selected: isSelected
              ? undefined
              : { part: id, ...(material !== undefined && { material }) },
          })
        }
        className={`min-w-0 flex-1 truncate rounded-sm text-start ${isHidden ? 'text-ink-faint' : ''}`}
      >
        {name}
      </button>
      <span className="text-xs text-ink-faint tabular-nums">{formatRoughCount(triangles)}</span>
      <IconButton
        label={t('Show only {name}', { name })}
        icon={<Target aria-hidden />}
        onClick={() => store.setState((state) => ({ hidden: isolate(state, id) }))}
      />
      <IconButton
        label={isHidden ? t('Show {name}', { name }) : t('Hide {name}', { name })}
        icon={isHidden ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        onClick={() => store.setState((state) => ({ hidden: toggle(state, id) }))}
      />
    </li>
  )
}
