/**
 * Copies `text` to the clipboard, also on pages without HTTPS, where the Clipboard API does not
 * exist.
 *
 * @throws {Error} if the browser denies access to the clipboard.
 */
export async function copyText(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside a modal dialog, only its own content can be focused.
  const parent = document.querySelector('dialog[open]') ?? document.body
  parent.append(area)
  area.select()
  const hasWorked = document.execCommand('copy')
  area.remove()
  if (!hasWorked) throw new Error('The browser refused to copy.')
}
