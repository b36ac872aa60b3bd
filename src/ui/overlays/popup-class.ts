export const popupClass =
  'rounded-lg border border-line bg-surface-overlay text-ink shadow-overlay outline-none origin-(--transform-origin) transition-[opacity,scale] duration-100 data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:scale-97 data-ending-style:opacity-0'

export const popupItemClass =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2 outline-none select-none data-highlighted:bg-hover data-disabled:text-ink-faint data-disabled:opacity-60 coarse:min-h-11'

/** Stacks popups above the page and its dialogs; toasts and tooltips are higher. */
export const popupLayerClass = 'z-40 outline-none'
