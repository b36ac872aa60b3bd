import { Popover } from '@base-ui/react/popover'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import type { ChatTool } from '#contract/chat/settings.ts'
import { Button } from '#ui/actions/button.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { popupClass, popupLayerClass } from '#ui/overlays/popup-class.ts'
import { usePopupPlace } from '#ui/overlays/use-popup-place.ts'
import { t } from '#languages/app.ts'
import { groupTools, type ToolGroup } from './tool-groups.tsx'

type ToolMenuProps = {
  trigger: OverlayTrigger
  known: readonly ChatTool[]
  tools: readonly string[]
  onToggle: (name: string) => void
  onReset: (() => void) | undefined
  onMore: () => void
}

export function ToolMenu({ trigger, known, tools, onToggle, onReset, onMore }: ToolMenuProps) {
  const { place, noteTrigger } = usePopupPlace()
  const [isOpen, setIsOpen] = useState(true)
  const [query, setQuery] = useState('')
  const groups = groupTools(known, query)
  const change = (open: boolean) => {
    setIsOpen(open)
    if (open) setQuery('')
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={change}>
      <Popover.Trigger ref={noteTrigger} render={(props) => trigger(props)} />
      <Popover.Portal container={place}>
        <Popover.Positioner
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className={popupLayerClass}
        >
          <Popover.Popup
            className={`${popupClass} flex max-h-[min(30rem,var(--available-height))] w-[min(40rem,var(--available-width))] flex-col overflow-hidden`}
          >
            <Popover.Title className="sr-only">{t('Tools')}</Popover.Title>
            <div className="shrink-0 p-3 pb-1">
              <TextField
                type="search"
                aria-label={t('Find a tool')}
                placeholder={t('Find a tool')}
                autoComplete="off"
                icon={<Search />}
                value={query}
                onChange={({ target }) => setQuery(target.value)}
              />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto p-3 pt-1 sm:columns-2 sm:gap-2">
              {groups.map((group) => (
                <Group key={group.heading} {...group} on={tools} onToggle={onToggle} />
              ))}
              {groups.length === 0 && <p className="p-3 text-ink-muted">{t('No tool matches.')}</p>}
            </div>
            <div className="flex shrink-0 items-center gap-2 border-t border-line py-1.5 pe-1.5 ps-5 text-xs text-ink-faint">
              <span className="flex-1 tabular-nums">
                {t('{toolsCount} on{onReset, select, true {, for this chat} other {, as usual}}', {
                  toolsCount: tools.length,
                  onReset: Boolean(onReset),
                })}
              </span>
              {onReset && (
                <Button variant="ghost" size="sm" onClick={onReset}>
                  {t('Usual tools')}
                </Button>
              )}
              <Button
                variant="ghost"
                size="sm"
                onClick={() => {
                  setIsOpen(false)
                  onMore()
                }}
              >
                {t('Permissions and limits')}
              </Button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

type GroupProps = ToolGroup & { on: readonly string[]; onToggle: (name: string) => void }

const Group = ({ heading, tools, on, onToggle }: GroupProps) => (
  <section aria-label={heading} className="break-inside-avoid">
    <h3 className="px-2 pt-2 pb-1 text-xs font-medium text-ink-faint">{heading}</h3>
    {tools.map(({ name, title, icon, hint }) => (
      <label
        key={name}
        className="flex min-h-11.5 cursor-pointer items-center gap-3 rounded-row px-2 py-1 hover:bg-hover"
      >
        <span aria-hidden className="text-ink-muted [&_svg]:size-4">
          {icon}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{title}</span>
          <span className="block truncate text-xs text-ink-faint">{hint}</span>
        </span>
        <Switch
          aria-label={title}
          checked={on.includes(name)}
          onCheckedChange={() => onToggle(name)}
        />
      </label>
    ))}
  </section>
)
