export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoke the address later, because the browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
