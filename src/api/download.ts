import { withBase } from '#lib/base-path.ts'
/** Makes the browser save a file of this server. The page stays open. */
export function download(url: string): void {
  const link = document.createElement('a')
  link.href = withBase(url)
  link.download = ''
  link.click()
}
