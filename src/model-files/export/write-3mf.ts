import { zipSync } from 'fflate'
import type { Parts } from '../mesh/parts.ts'
import { weld } from '../mesh/weld.ts'
import { type Placement, place } from './placement.ts'
import { formatFloat, TextWriter } from './text-writer.ts'
import { findFilaments, getPalette } from './palette.ts'

const contentTypes = `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`

const relationships = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`

const coreNamespace = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02'
const materialNamespace = 'http://schemas.microsoft.com/3dmanufacturing/material/2015/02'

const slicerNamespace = 'http://schemas.slic3r.org/3mf/2017/06'

/**
 * Writes a 3MF in millimetres with one object (core specification 1.3, materials extension 1.2).
 * Equal positions become one point, because slicers otherwise treat a body as open. A model of 2 to
 * 16 plain colours gets one filament per colour.
 */
export function write3mf(model: Parts, placement: Placement): Uint8Array<ArrayBuffer> {
  const { positions, indices, origins } = weld(model.parts)
  const points = place({ positions }, placement)
  const filaments = findFilaments(model, origins)
  const palette =
    filaments ?? (model.parts.some(({ colors }) => colors) ? getPalette(model) : undefined)
  const text = new TextWriter().write(
    `<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xml:lang="en-US" xmlns="${coreNamespace}" xmlns:m="${materialNamespace}" xmlns:slic3rpe="${slicerNamespace}">` +
      '<metadata name="Application">Bozzetto</metadata>' +
      // PrusaSlicer reads painted triangles only if the file states these versions.
      (filaments
        ? '<metadata name="slic3rpe:Version3mf">1</metadata><metadata name="slic3rpe:MmPaintingVersion">1</metadata>'
        : '') +
      '<resources>',
  )
  if (palette) {
    text.write('<m:colorgroup id="2">')
    for (const color of palette.colors) text.write(`<m:color color="${color}"/>`)
    text.write('</m:colorgroup>')
  }
  text.write(`<object id="1" type="model"${palette ? ' pid="2" pindex="0"' : ''}><mesh><vertices>`)
  for (let at = 0; at < points.length; at += 3) {
    const [x = 0, y = 0, z = 0] = points.subarray(at, at + 3)
    text.write(`<vertex x="${formatFloat(x)}" y="${formatFloat(y)}" z="${formatFloat(z)}"/>`)
  }
  text.write('</vertices><triangles>')
  for (let at = 0; at < indices.length; at += 3) {
    text.write(`<triangle v1="${indices[at]}" v2="${indices[at + 1]}" v3="${indices[at + 2]}"`)
    if (palette) {
      const [p1, p2, p3] = [0, 1, 2].map((corner) => palette.of[origins[at + corner] ?? 0])
      text.write(` pid="2" p1="${p1}" p2="${p2}" p3="${p3}"`)
      if (filaments) text.write(getPainting(p1 ?? 0))
    }
    text.write('/>')
  }
  text.write('</triangles></mesh></object></resources><build><item objectid="1"/></build></model>')
  const encoder = new TextEncoder()
  return zipSync(
    {
      '[Content_Types].xml': encoder.encode(contentTypes),
      '_rels/.rels': encoder.encode(relationships),
      '3D/3dmodel.model': text.bytes(),
    },
    { level: 3 },
  )
}

/**
 * Returns the attributes that paint a triangle: `paint_color` for Bambu Studio and OrcaSlicer,
 * `mmu_segmentation` for PrusaSlicer.
 * @param index of the colour in the colour group. Slicers number filaments from 1.
 */
function getPainting(index: number): string {
  const filament = index + 1
  const code =
    filament <= 2
      ? (filament * 4).toString(16).toUpperCase()
      : `${(filament - 3).toString(16).toUpperCase()}C`
  return ` paint_color="${code}" slic3rpe:mmu_segmentation="${code}"`
}
