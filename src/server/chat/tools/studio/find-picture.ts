import { idSchema } from '#contract/id.ts'
import { nameInPath } from '../../../outgoing/name-in-path.ts'
import { ToolError, type ToolContext } from '../tool.ts'
import type { Studio } from './studio.ts'

export const pictureWords =
  'Id or name of a picture in this chat, “latest” for the newest one, an http(s) address, or the id of a library model whose picture is meant.'

type PictureContext = Pick<ToolContext, 'pictures' | 'signal'>

/**
 * Returns the id of the stored picture that an argument of a tool call names.
 * @throws {ToolError} with the available pictures. {HttpError} if a URL returns no picture.
 */
export async function findPicture(
  { files, assets, fetchPicture }: Pick<Studio, 'files' | 'assets' | 'fetchPicture'>,
  wanted: string,
  { pictures, signal }: PictureContext,
): Promise<string> {
  if (/^https?:/i.test(wanted)) {
    const { bytes, name } = await fetchPicture(wanted, { signal })
    return (await files.upload(bytes, nameInPath(name))).id
  }
  const known = await pictures()
  if (wanted === '' || wanted.toLowerCase() === 'latest') {
    const latest = known.at(-1)
    if (!latest)
      throw new ToolError(
        'There is no picture in this chat: one has to be added to a question first.',
      )
    return latest.id
  }
  const id = idSchema.safeParse(wanted).success ? wanted : undefined
  const named = known.findLast((one) => one.id === id || one.name === wanted)
  if (named) return named.id
  if (id !== undefined && (await files.find(id))) return id
  const pictureUrl = id === undefined ? undefined : (await assets.find(id))?.asset.pictureUrl
  const ofModel = pictureUrl && /\/files\/([0-9a-z]{20})\//.exec(pictureUrl)?.[1]
  if (ofModel) return ofModel
  const there = known.slice(-10).map((one) => `${one.id} (${one.name})`)
  throw new ToolError(
    `There is no picture “${wanted.slice(0, 100)}”. ${there.length > 0 ? `In this chat: ${there.join(', ')}.` : 'This chat has none.'}`,
  )
}
