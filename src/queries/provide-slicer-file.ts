/**
 * Uploads a file for a slicer on this computer.
 * @returns an address that works once without a session, and the time at which the address expires.
 */
export async function provideSlicerFile(
  file: Blob,
  name: string,
): Promise<{ url: string; expiresAt: Date }> {
  const { createSlicerFile } = await import('#api/slicer-files.ts')
  const { path, expiresAt } = await createSlicerFile(file, name)
  return { url: new URL(path, location.origin).href, expiresAt: new Date(expiresAt) }
}
