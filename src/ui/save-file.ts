export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file later, so revoke the object URL after a delay.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
