import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../public/samples/', import.meta.url))

/** Path of one of the sample pictures that come with the page. */
export async function samplePicture(): Promise<string> {
  const pictures = (await readdir(folder)).filter((name) => /\.(webp|png)$/.test(name)).toSorted()
  const [first] = pictures
  if (!first) throw new Error(`There are no pictures in ${folder}.`)
  return folder + first
}
