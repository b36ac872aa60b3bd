import { Popover } from '@base-ui/react/popover'
import { cn } from './cn.ts'
import { popupClass, popupLayerClass } from './popup-class.ts'
import type { PopoverProps } from './popover.tsx'

/** The panel behind `Popover`, open from the start. */
export const PopoverPopup = ({
  trigger,
  label,
  children,
  side = 'bottom',
  align = 'end',
  className,
}: PopoverProps) => (
  <Popover.Root defaultOpen>
    <Popover.Trigger render={(props) => trigger(props)} />
    <Popover.Portal>
      <Popover.Positioner
        side={side}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className={popupLayerClass}
      >
        <Popover.Popup
          aria-label={label}
          className={cn(popupClass, 'w-72 max-w-(--available-width) p-3', className)}
        >
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
)
