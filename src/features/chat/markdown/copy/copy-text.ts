/**
 * Puts `text` on the clipboard, also in a page served without HTTPS, where the clipboard's own
 * interface does not exist.
 *
 * @throws {Error} when the browser does not allow it.
 */
export async function copyText(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside an open dialog only its own content can have the focus.
  const parent = document.querySelector('dialog[open]') ?? document.body
  parent.append(area)
  area.select()
  const hasWorked = document.execCommand('copy')
  area.remove()
  if (!hasWorked) throw new Error('The browser refused to copy.')
}
