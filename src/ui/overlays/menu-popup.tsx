import { withBase } from '#lib/base-path.ts'
import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import { useRef, useState } from 'react'
import { cn } from '../cn.ts'
import type { MenuItem, MenuProps } from './menu-props.ts'
import { usePopupPlace } from './use-popup-place.ts'
import { popupClass, popupItemClass, popupLayerClass } from './popup-class.ts'

export function MenuPopup({ trigger, items, side = 'bottom', align = 'end' }: MenuProps) {
  const { place, noteTrigger } = usePopupPlace()
  const popup = useRef<HTMLDivElement>(null)
  // The key that opened the menu was pressed before this code was loaded.
  const [isFirstByKey, setIsFirstByKey] = useState(
    () => document.activeElement?.matches('button:focus-visible') === true,
  )
  return (
    <Menu.Root defaultOpen onOpenChange={() => setIsFirstByKey(false)}>
      <Menu.Trigger ref={noteTrigger} render={(props) => trigger(props)} />
      <Menu.Portal container={place}>
        <Menu.Positioner side={side} align={align} sideOffset={6} className={popupLayerClass}>
          <Menu.Popup
            ref={popup}
            {...(isFirstByKey && { initialFocus: () => findFirstItem(popup.current) })}
            className={cn(popupClass, 'max-h-(--available-height) min-w-44 overflow-y-auto p-1.5')}
          >
            {toGroups(items).map(({ heading, entries, hasLine }, index) => (
              <Menu.Group key={index}>
                {hasLine && <Menu.Separator className="my-1.5 h-px bg-line" />}
                {heading !== undefined && (
                  <Menu.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-faint">
                    {heading}
                  </Menu.GroupLabel>
                )}
                {entries.map((item) => (
                  <Entry key={item.id ?? item.label} item={item} />
                ))}
              </Menu.Group>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const findFirstItem = (popup: HTMLElement | null): HTMLElement | null =>
  popup?.querySelector<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])') ?? null

function Entry({ item }: { item: MenuItem }) {
  const {
    label,
    detail,
    icon,
    onSelect,
    href,
    download,
    keys,
    isDangerous,
    isDisabled,
    isChecked,
    isChoice = false,
  } = item
  const className = cn(popupItemClass, isDangerous && 'text-danger data-highlighted:bg-danger-soft')
  const inside = (
    <>
      {icon !== undefined && (
        <span
          aria-hidden
          className={cn('flex [&_svg]:size-4', isDangerous ? 'text-danger' : 'text-ink-muted')}
        >
          {icon}
        </span>
      )}
      <span className="flex-1">
        {label}
        {detail !== undefined && <span className="block text-xs text-ink-faint">{detail}</span>}
      </span>
      {keys !== undefined && (
        <span className="ps-4 text-2xs font-medium text-ink-faint">{keys}</span>
      )}
    </>
  )
  if (isChecked !== undefined) {
    return (
      <Menu.CheckboxItem
        checked={isChecked}
        role={isChoice ? 'menuitemradio' : 'menuitemcheckbox'}
        disabled={isDisabled ?? false}
        closeOnClick={item.staysOpen !== true}
        onCheckedChange={onSelect}
        className={className}
      >
        <span className="flex size-4 text-accent">
          <Menu.CheckboxItemIndicator>
            <Check aria-hidden className="size-4" />
          </Menu.CheckboxItemIndicator>
        </span>
        {inside}
      </Menu.CheckboxItem>
    )
  }
  if (href !== undefined) {
    return (
      <Menu.LinkItem href={withBase(href)} download={download} closeOnClick className={className}>
        {inside}
      </Menu.LinkItem>
    )
  }
  return (
    <Menu.Item disabled={isDisabled ?? false} onClick={onSelect} className={className}>
      {inside}
    </Menu.Item>
  )
}

type Group = { heading?: string; entries: MenuItem[]; hasLine: boolean }

function toGroups(items: MenuProps['items']): Group[] {
  const groups: Group[] = [{ entries: [], hasLine: false }]
  for (const item of items) {
    const last = groups.at(-1)
    if (item === 'separator') groups.push({ entries: [], hasLine: true })
    else if (!('heading' in item)) last?.entries.push(item)
    else if (last?.entries.length === 0) last.heading = item.heading
    else groups.push({ heading: item.heading, entries: [], hasLine: false })
  }
  return groups
}
