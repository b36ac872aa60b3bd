import { withBase } from '#lib/base-path.ts'
/** Makes the browser save a file of this server, without leaving the page. */
export function download(url: string): void {
  const link = document.createElement('a')
  link.href = withBase(url)
  link.download = ''
  link.click()
}
