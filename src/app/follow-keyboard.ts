/**
 * Sets `--keyboard-height` to the height that a phone's keyboard covers, so that the message box
 * stays above the keyboard. Safari ignores `interactive-widget` and resizes only the visual
 * viewport. In other browsers the height is always 0.
 */
export function followKeyboard(): void {
  const viewport = window.visualViewport
  if (!viewport) return
  const { style } = document.documentElement
  const update = () => {
    // A person who zooms in also sees less of the page.
    const covered = viewport.scale === 1 ? window.innerHeight - viewport.height : 0
    if (covered < 1) return void style.removeProperty('--keyboard-height')
    style.setProperty('--keyboard-height', `${Math.round(covered)}px`)
    // Safari has scrolled the page to show the field, which is visible without that now.
    window.scrollTo(0, 0)
  }
  viewport.addEventListener('resize', update)
}
