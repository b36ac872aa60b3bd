import { readKeptFile } from '../state/waiting-pictures.ts'

/** Passes the address of a waiting picture's file to `show`. The address is valid until `signal` fires. */
export async function showKeptFile(
  id: string,
  show: (url: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const file = await readKeptFile(id).catch((error: unknown) => {
    console.warn('The picture cannot be shown.', error)
  })
  if (!file || signal.aborted) return
  const url = URL.createObjectURL(file)
  signal.addEventListener('abort', () => URL.revokeObjectURL(url))
  show(url)
}
