import { listOwnKeys } from '#lib/own-value.ts'
import { z } from 'zod'
import type { Asset } from '#contract/assets.ts'
import { findNotePlace } from '#lib/links/model-link.ts'
import { defineTool, ToolError, type Tool } from '../tool.ts'
import { describeAsset } from './describe-asset.ts'
import { findModel, modelWords } from './find-model.ts'
import { linkWords, listParts } from './parts-of.ts'
import type { Studio } from './studio.ts'

const degree = Math.PI / 180
/** View direction of thumbnails: slightly from the right and above. */
const studioView = { yaw: 30 * degree, pitch: 15 * degree }

const sides = {
  studio: studioView,
  front: { yaw: 0, pitch: 0 },
  right: { yaw: 90 * degree, pitch: 0 },
  back: { yaw: 180 * degree, pitch: 0 },
  left: { yaw: -90 * degree, pitch: 0 },
  top: { yaw: 0, pitch: 89 * degree },
  bottom: { yaw: 0, pitch: -89 * degree },
} as const
type Side = keyof typeof sides
const usualSides: Side[] = ['front', 'right', 'back', 'left']

const viewsMax = 6
/**
 * Width and height of the picture with all views, in pixels. Vision services do not shrink pictures
 * of up to about 1,500 pixels.
 */
const sheetPx = 1_024
const timeoutMs = 60_000

const input = z.object({
  id: z.string().max(40).default('latest').describe(modelWords),
  sides: z
    .array(z.enum(listOwnKeys(sides)))
    .min(1)
    .max(viewsMax)
    .optional()
    .describe('If omitted: front, right, back and left. Right is the view from +x.'),
  note: z
    .string()
    .max(200)
    .optional()
    .describe('Words of a note on the model: one more view, from where the note is.'),
  mode: z
    .enum(['colour', 'clay'])
    .optional()
    .describe('clay leaves the colours out, so that only the shape shows.'),
  section: z
    .object({ axis: z.enum(['x', 'y', 'z']), at: z.number().min(0).max(1) })
    .optional()
    .describe('Cuts the model at this plane: y 0.5 removes the upper half.'),
})

const output = z.object({
  id: z.string(),
  views: z.array(z.string()).describe('Views in the picture, row by row.'),
  columns: z.number().int().min(1),
})

export const createLookTool = (studio: Pick<Studio, 'assets' | 'blobs' | 'inspect'>): Tool =>
  defineTool({
    name: 'look_at_model',
    title: 'Look at models',
    description: 'Shows you a 3D model from several sides, as one picture.',
    effect: 'reads',
    timeoutMs,
    input,
    output,
    run: async ({ id, sides: asked = usualSides, note, mode, section }, context) => {
      const found = await findModel(studio, id, context)
      const { signal, canSee } = context
      const seen = note === undefined ? [] : [viewOfNote(found.asset, note)]
      const wish = { sides: asked, more: seen, isClay: mode === 'clay', section, signal }
      const glb = await studio.blobs.read(found.blobKey)
      const bytes = await drawSides(studio, glb, wish)
      const views = [...asked, ...seen.map(() => 'the note')]
      const columns = getColumns(views.length)
      const blind = canSee === false ? ' You cannot see pictures; the person sees it.' : ''
      return {
        text: [
          `${describeAsset(found.asset)}. Seen from ${views.join(', ')}, in rows of ${columns}.${blind}`,
          linkWords(found.asset, listParts(glb)),
        ].join('\n\n'),
        structured: { id: found.asset.id, views, columns },
        pictures: [{ bytes, name: `${found.asset.name}.jpg` }],
        assetIds: [found.asset.id],
      }
    },
  })

type View = { yaw: number; pitch: number }

/**
 * Returns a view of the place on the 3D model to which a note is attached.
 * @throws {ToolError} if the note does not exist.
 */
function viewOfNote({ name, notes, stats }: Asset, words: string): View {
  const place = findNotePlace({ note: words }, notes)
  if (!place || !('at' in place)) {
    throw new ToolError(`“${name}” has no note “${words}”. inspect_model lists them.`)
  }
  const height = (stats?.boundsMax[1] ?? 0) - (stats?.boundsMin[1] ?? 0)
  const [right, up, front] = place.at
  const pitch = Math.atan2(up - height / 2, Math.hypot(right, front))
  return { yaw: Math.atan2(right, front), pitch }
}

type SidesWish = {
  sides: readonly Side[]
  more?: readonly View[]
  isClay?: boolean
  section?: { axis: 'x' | 'y' | 'z'; at: number } | undefined
  signal: AbortSignal
}

/**
 * Renders the requested sides as one JPEG.
 * @throws {ToolError} if the model cannot be rendered.
 */
export async function drawSides(
  { inspect }: Pick<Studio, 'inspect'>,
  glb: Uint8Array,
  { sides: asked, more = [], isClay = false, section, signal }: SidesWish,
): Promise<Uint8Array> {
  const { views } = await inspect(
    {
      type: 'inspect',
      glb,
      views: {
        sides: [...asked.map((side) => sides[side]), ...more],
        sidePx: Math.floor(sheetPx / getColumns(asked.length + more.length)),
        isClay,
        ...(section && { section }),
      },
    },
    { signal },
  )
  if (!views) throw new ToolError('There is nothing in this model that can be drawn.')
  return views
}

const getColumns = (views: number): number => (views === 4 ? 2 : Math.min(3, views))
