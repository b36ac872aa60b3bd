export const popupClass =
  'rounded-menu border border-line bg-surface-overlay text-ink shadow-overlay outline-none motion-menu'

export const popupItemClass =
  'flex min-h-8.5 cursor-default items-center gap-2.5 rounded-row px-2.5 outline-none select-none data-highlighted:bg-hover data-disabled:text-ink-faint data-disabled:opacity-60 coarse:min-h-11.5'

/** Popups are above the page and its dialogs, and below toasts and tooltips. */
export const popupLayerClass = 'z-40 outline-none'
