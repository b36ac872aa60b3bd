import { useQuery } from '@tanstack/react-query'
import Brain from 'lucide-react/icons/brain'
import Wrench from 'lucide-react/icons/wrench'
import type { ReactNode } from 'react'
import { reasoningEfforts, type ChatSettings, type ChatTool } from '#contract/chat/settings.ts'
import { toggleListItem } from '#lib/toggle-list-item.ts'
import { Button } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { LoadedMenu } from '#ui/overlays/loaded-menu.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import type { MenuItem } from '#ui/overlays/menu-props.ts'
import { t } from '#languages/app.ts'
import { chatLibraryQueries } from '../conversations/library-queries.ts'
import type { ChatModels } from '../models/use-chat-models.ts'
import { getToolsOn } from './chosen-tools.ts'
import { withEffort } from './settings-change.ts'

type SettingChipsProps = {
  models: ChatModels
  settings: ChatSettings
  onSettings: (settings: ChatSettings) => void
  onMore: () => void
}

/** Renders chips for reasoning and tools. Each change is saved at once. */
export function SettingChips(props: SettingChipsProps) {
  const { model } = props.models
  if (!model || model.provider === 'bozzetto') return null
  return (
    <>
      {(model.canReason === true || getEffort(props.settings) !== undefined) && (
        <EffortChip {...props} />
      )}
      {model.canUseTools !== false && <ToolsChip {...props} />}
    </>
  )
}

const getEffort = ({ params }: ChatSettings): string | undefined => {
  const effort = params?.['reasoning_effort']
  return typeof effort === 'string' && effort !== '' ? effort : undefined
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function EffortChip({ settings, onSettings }: SettingChipsProps) {
  const effort = getEffort(settings)
  const item = (value: string | undefined): MenuItem => ({
    label: value === undefined ? t('Model default') : capitalized(value),
    isChecked: effort === value,
    isChoice: true,
    onSelect: () => onSettings(withEffort(settings, value)),
  })
  return (
    <Chip
      name={t('Reasoning')}
      value={effort && capitalized(effort)}
      icon={<Brain aria-hidden />}
      items={[item(undefined), ...reasoningEfforts.map(item)]}
    />
  )
}

const loadToolMenu = async () => (await import('./tool-menu.tsx')).ToolMenu

function ToolsChip({ models, settings, onSettings, onMore }: SettingChipsProps) {
  const { data: known = [] } = useQuery(chatLibraryQueries.tools())
  if (known.length === 0) return null
  const { tools: chosen, ...withoutChoice } = settings
  const names = getToolsOn(settings, models.model, known)
  const on = known.filter(({ name }) => names.includes(name))
  const value = chosen && formatToolsOn(on)
  const trigger = chipButton({
    name: t('Tools'),
    value,
    icon: <Wrench aria-hidden />,
    isShort: true,
  })
  return (
    <LoadedMenu
      load={loadToolMenu}
      kind="dialog"
      trigger={trigger}
      props={{
        trigger,
        known,
        tools: on.map(({ name }) => name),
        onToggle: (name) => onSettings({ ...settings, tools: toggleListItem(names, name) }),
        onReset: chosen && (() => onSettings(withoutChoice)),
        onMore,
      }}
    />
  )
}

const formatToolsOn = (on: readonly ChatTool[]): string | undefined => {
  if (on.length === 0) return t('No tools')
  return on.length === 1 ? on[0]?.title : t('{onCount} tools', { onCount: on.length })
}

type ChipLook = {
  name: string
  value: string | undefined
  icon: ReactNode
  isShort?: boolean
}

type ChipProps = ChipLook & { items: readonly MenuItem[] }

const Chip = ({ items, ...look }: ChipProps) => (
  <Menu side="top" align="start" items={items} trigger={chipButton(look)} />
)

/** @param isShort shows only the icon in a narrow message box, where a count would be cut off. */
const chipButton =
  ({ name, value, icon, isShort = value === undefined }: ChipLook): OverlayTrigger =>
  (trigger) => (
    <Button
      {...trigger}
      variant="ghost"
      aria-label={`${name}: ${value ?? t('default')}`}
      icon={icon}
      className={cn(
        'max-w-40 shrink-0 gap-1.5 px-2!',
        value !== undefined && 'bg-accent-soft! text-accent-strong!',
      )}
    >
      <span className={cn('truncate', isShort && '@max-lg/composer:hidden')}>{value ?? name}</span>
    </Button>
  )
