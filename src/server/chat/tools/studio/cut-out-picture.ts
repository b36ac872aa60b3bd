import { z } from 'zod'
import { defineTool, ToolError, type Tool } from '../tool.ts'
import { findPicture, pictureWords } from './find-picture.ts'
import type { Studio } from './studio.ts'

const timeoutMs = 120_000

const input = z.object({
  picture: z.string().max(2_000).default('latest').describe(pictureWords),
})

export const createCutOutTool = (
  studio: Pick<Studio, 'assets' | 'files' | 'blobs' | 'fetchPicture' | 'cutouts'>,
): Tool =>
  defineTool({
    name: 'cut_out_picture',
    title: 'Cut out pictures',
    description:
      'Removes the background of a picture. The result is a new picture of this chat, which make_3d_model can take as “latest”.',
    effect: 'reads',
    timeoutMs,
    input,
    run: async ({ picture }, context) => {
      const fileId = await findPicture(studio, picture, context)
      const stored = await studio.files.find(fileId)
      if (!stored) throw new ToolError('This picture was deleted.')
      const { widthPx: width, heightPx: height, name } = stored.file
      const { default: sharp } = await import('sharp')
      const mask = await sharp(await studio.cutouts.maskOf(fileId))
        .resize(width, height, { fit: 'fill' })
        .greyscale()
        .toColourspace('b-w')
        .raw()
        .toBuffer()
      const colours = await sharp(await studio.blobs.read(stored.blobKey))
        .removeAlpha()
        .toColourspace('srgb')
        .raw()
        .toBuffer()
      const bytes = await sharp(colours, { raw: { width, height, channels: 3 } })
        .joinChannel(mask, { raw: { width, height, channels: 1 } })
        .png()
        .toBuffer()
      return {
        text: `The background of ${name} is gone. The cut-out is the latest picture of this chat.`,
        pictures: [{ bytes, name: `${name.replace(/\.[a-z]{2,5}$/i, '')}-cut-out.png` }],
      }
    },
  })
