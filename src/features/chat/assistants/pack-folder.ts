import { zip } from 'fflate'
import { t } from '#languages/app.ts'

const bytesMax = 20 * 1024 * 1024

/**
 * Packs the files of a selected folder into a ZIP.
 * @throws {Error} if the files are larger than the server accepts.
 */
export async function packFolder(files: readonly File[]): Promise<Blob> {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (total > bytesMax) throw new Error(t('The folder has more than 20 MB. Choose a smaller one.'))
  const entries = await Promise.all(
    files.map(
      async (file) => [file.webkitRelativePath, new Uint8Array(await file.arrayBuffer())] as const,
    ),
  )
  return new Promise((resolve, reject) => {
    zip(Object.fromEntries(entries), { level: 1 }, (error, data) =>
      error ? reject(error) : resolve(new Blob([data])),
    )
  })
}
