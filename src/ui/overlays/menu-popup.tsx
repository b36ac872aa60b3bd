import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import { cn } from '../cn.ts'
import type { MenuItem, MenuProps } from './menu-props.ts'
import { usePopupPlace } from './use-popup-place.ts'
import { popupClass, popupItemClass, popupLayerClass } from './popup-class.ts'

export function MenuPopup({ trigger, items, side = 'bottom', align = 'end' }: MenuProps) {
  const { place, noteTrigger } = usePopupPlace()
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger ref={noteTrigger} render={(props) => trigger(props)} />
      <Menu.Portal container={place}>
        <Menu.Positioner side={side} align={align} sideOffset={6} className={popupLayerClass}>
          <Menu.Popup className={cn(popupClass, 'min-w-44 p-1.5')}>
            {items.map((item, index) =>
              item === 'separator' ? (
                <Menu.Separator key={index} className="my-1.5 h-px bg-line" />
              ) : (
                <Entry key={item.label} item={item} />
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Entry({ item }: { item: MenuItem }) {
  const { label, icon, onSelect, href, download, keys, isDangerous, isDisabled, isChecked } = item
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
      <span className="flex-1">{label}</span>
      {keys !== undefined && (
        <span className="pl-4 text-2xs font-medium text-ink-faint">{keys}</span>
      )}
    </>
  )
  if (isChecked !== undefined) {
    return (
      <Menu.CheckboxItem
        checked={isChecked}
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
      <Menu.LinkItem href={href} download={download} closeOnClick className={className}>
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
