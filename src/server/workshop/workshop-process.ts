import sharp from 'sharp'
import { convertGlb, noKtx2, type Pictures } from '#model-files/export/convert.ts'
import { getExportFormat } from '#lib/export-formats.ts'
import { documentFacts } from '#model-files/export/document-facts.ts'
import { plainName } from '#model-files/export/export-name.ts'
import { describeLosses, listLosses } from '#model-files/export/losses.ts'
import { printHeight } from '#model-files/export/print-height.ts'
import { readGlbChunks } from '#lib/gltf/glb.ts'
import { listFeatures } from '#model-files/glb/glb-features.ts'
import { writePartsAsGlb } from '#model-files/import/write-glb.ts'
import { describeTopology } from '#model-files/inspect/report.ts'
import type { EmbeddedPicture } from '#model-files/mesh/parts.ts'
import { measureExtent } from '#model-files/mesh/extent.ts'
import { readGlbDocument, readGlbParts, readParts } from '#model-files/mesh/read-glb-parts.ts'
import { analyzeTopology } from '#model-files/mesh/topology.ts'
import { optimizeGlb, type ResizePicture } from '#model-files/optimize/optimize.ts'
import { preparePrint } from '#model-files/print/prepare-print.ts'
import { startSolids } from '#model-files/print/solid.ts'
import { UnworkableModelError } from '#model-files/unworkable-model-error.ts'
import { HttpError } from '../errors/http-error.ts'
import { answerJobs } from '../process/bounded-job.ts'
import type { WorkshopAnswer, WorkshopRequest, WorkshopStep } from './workshop-job.ts'

type Made = { answer: WorkshopAnswer; bytes: Uint8Array }

answerJobs(async (request, bytes) => {
  const job = request as WorkshopRequest
  try {
    if (job.type === 'report') return await report(bytes)
    return job.type === 'convert' ? await convert(bytes, job) : await change(bytes, job.steps)
  } catch (error) {
    if (!(error instanceof UnworkableModelError)) throw error
    throw new HttpError('bad_model', error.message)
  }
})

async function change(bytes: Uint8Array, steps: readonly WorkshopStep[]): Promise<Made> {
  const sentences: string[] = []
  let glb = new Uint8Array(bytes)
  for (const step of steps) {
    if (step.kind === 'lighten') {
      const wish = { usesWebp: false, packing: 'none' as const, ...step }
      const { glb: light, before, after } = await optimizeGlb(glb, wish, { resize })
      sentences.push(`${before.triangles} triangles became ${after.triangles}.`)
      glb = light
    } else {
      const { model, sentence } = await preparePrint(await readGlbParts(glb), step, {
        start: () => startSolids(),
      })
      sentences.push(sentence)
      glb = await writePartsAsGlb(model)
    }
  }
  return { answer: { sentences }, bytes: glb }
}

type Convert = Extract<WorkshopRequest, { type: 'convert' }>

async function convert(glb: Uint8Array, { format, name, isToScale }: Convert): Promise<Made> {
  const document = await readGlbDocument(glb)
  const facts = documentFacts(document, listFeatures(readGlbChunks(glb).json))
  const kind = getExportFormat(format)
  // Unlike the facts, these sizes include skins and morph targets.
  const { low, high } = measureExtent(readParts(document).parts)
  const sizeMetres = high.map((value, axis) => value - (low[axis] ?? 0))
  const { naturalMm, fittedMm } = printHeight(sizeMetres, isToScale)
  const printScale = fittedMm && fittedMm / 1000 / (sizeMetres[1] ?? 1)
  const wish = { format, name: plainName(name), printScale }
  const { bytes } = await convertGlb(glb, wish, { pictures: sharpPictures })
  const size = kind.isForPrint ? `, ${fittedMm ?? naturalMm} mm high` : ''
  const losses = describeLosses(listLosses(format, facts))
  return {
    answer: { sentences: [`Saved as ${kind.label}${size}.`, ...(losses ? [losses] : [])] },
    bytes,
  }
}

async function report(bytes: Uint8Array): Promise<Made> {
  const { parts } = await readGlbParts(bytes)
  const topology = analyzeTopology(parts)
  const { isClosed, boundaryEdges, nonManifoldEdges, shells, volume, area } = topology
  const findings = describeTopology(topology)
  return {
    answer: {
      sentences: findings.map(({ title, detail }) => (detail ? `${title}: ${detail}` : title)),
      surface: {
        watertight: isClosed,
        boundary_edges: boundaryEdges,
        non_manifold_edges: nonManifoldEdges,
        shells: shells.length,
        volume_cm3: rounded(volume * 1e6),
        area_cm2: rounded(area * 1e4),
      },
    },
    bytes: new Uint8Array(),
  }
}

const rounded = (value: number) => Number(value.toPrecision(4))

const pixelsMax = 100_000_000

/** Decodes pictures with sharp, because the process has no browser decoders. */
const sharpPictures: Pictures = {
  decode: async (picture) => {
    const { data, info } = await open(picture).ensureAlpha().raw().toBuffer(withInfo)
    return { width: info.width, height: info.height, data }
  },
  toPng: async (picture) => ({
    ...picture,
    mimeType: 'image/png',
    bytes: await open(picture).png().toBuffer(),
  }),
}
const withInfo = { resolveWithObject: true } as const

function open({ mimeType, bytes }: EmbeddedPicture) {
  if (mimeType === 'image/ktx2') throw new UnworkableModelError(noKtx2)
  return sharp(bytes, { limitInputPixels: pixelsMax })
}

const resize: ResizePicture = async ({ bytes, usesAlpha }, sidePx, wanted) => {
  const format = wanted === 'image/jpeg' ? 'jpeg' : wanted === 'image/webp' ? 'webp' : 'png'
  const picture = sharp(bytes, { limitInputPixels: pixelsMax })
  const smaller = (usesAlpha ? picture : picture.removeAlpha())
    .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
    .toFormat(format)
  return { mimeType: `image/${format}`, bytes: await smaller.toBuffer() }
}
