/** Has the browser save what is at an address of this server; the page stays. */
export function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
